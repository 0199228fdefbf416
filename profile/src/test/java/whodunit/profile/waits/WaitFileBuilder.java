// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;

/** Writes files of intervals, as docs/format.md describes them. */
public final class WaitFileBuilder {
    /** An interval; times in ns. */
    record Interval(int thread, long blocked, long woken, long running, long ran, WaitKind kind, Waker waker,
            int wakerThread, int context, int begun, int lastBegun, int wakerContext, int stack, int wakerStack) {
        Interval(int thread, long blocked, long woken, long running, long ran, WaitKind kind, Waker waker,
                int wakerThread, int context, int wakerContext, int stack, int wakerStack) {
            this(thread, blocked, woken, running, ran, kind, waker, wakerThread, context, 0, 0, wakerContext, stack,
                    wakerStack);
        }
    }

    private final List<Interval> intervals = new ArrayList<>();
    private final ByteArrayOutputStream definitions = new ByteArrayOutputStream();
    private final ByteArrayOutputStream totals = new ByteArrayOutputStream();
    /** When an interval is told of, if not at its end. */
    private final Map<Interval, Long> told = new IdentityHashMap<>();
    private int perBlock = 1000;
    private long start;
    private long startUnix;

    /** A thread that waits for the disk in each second, half of it. */
    public static WaitFileBuilder disk(long from, long until) {
        WaitFileBuilder file = new WaitFileBuilder().blocksOf(2).thread(1, 100, 100, "main");
        for (long t = from * 1_000_000_000; t < until * 1_000_000_000; t += 1_000_000_000)
            file.add(new Interval(1, t, t + 500_000_000, t + 500_000_000, 0, WaitKind.DISK, Waker.DISK, 0, 0, 0, 0, 0));
        return file;
    }

    /** Both clocks at the file's start. */
    public WaitFileBuilder clocks(long startNanos, long unixNanos) {
        start = startNanos;
        startUnix = unixNanos;
        return this;
    }

    WaitFileBuilder blocksOf(int n) {
        perBlock = n;
        return this;
    }

    WaitFileBuilder thread(int id, int tid, int pid, String name) {
        return thread(new WaitThread(id, tid, pid, pid, 0, 0, 0, true, name));
    }

    WaitFileBuilder thread(WaitThread t) {
        ByteArrayOutputStream d = new ByteArrayOutputStream();
        for (long n : new long[] {t.id(), t.tid(), t.pid(), t.ownPid(), t.parent(), t.started(), t.ended(),
                t.recorded() ? 1 : 0})
            varint(d, n);
        text(d, t.name());
        return define('T', d);
    }

    WaitFileBuilder name(int id, String text) {
        ByteArrayOutputStream d = new ByteArrayOutputStream();
        varint(d, id);
        text(d, text);
        return define('N', d);
    }

    WaitFileBuilder stack(int id, int... names) {
        ByteArrayOutputStream d = new ByteArrayOutputStream();
        varint(d, id);
        varint(d, names.length);
        for (int n : names)
            varint(d, n);
        return define('S', d);
    }

    private WaitFileBuilder define(int tag, ByteArrayOutputStream entry) {
        definitions.write(tag);
        varint(definitions, entry.size());
        definitions.writeBytes(entry.toByteArray());
        return this;
    }

    /** Whatever bytes are to be among the definitions. */
    WaitFileBuilder forged(int... bytes) {
        for (int b : bytes)
            definitions.write(b);
        return this;
    }

    public WaitFileBuilder total(String name, long n) {
        text(totals, name);
        varint(totals, n);
        return this;
    }

    WaitFileBuilder add(Interval i) {
        intervals.add(i);
        return this;
    }

    /** An interval that is told of only then. */
    WaitFileBuilder addLate(Interval i, long at) {
        told.put(i, at);
        return add(i);
    }

    List<Interval> intervals() {
        return intervals;
    }

    public void write(Path file) throws IOException {
        Files.write(file, bytes());
    }

    byte[] bytes() {
        try {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            head(out);
            List<Interval> all = List.copyOf(intervals);
            blocks(out);
            intervals.addAll(all);
            definitions(out);
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Its parts, for files that are larger than memory. */
    void head(OutputStream out) throws IOException {
        ByteBuffer head = ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN);
        head.put("WDWAIT02".getBytes(StandardCharsets.US_ASCII)).putLong(start).putLong(startUnix).putLong(0);
        out.write(head.array());
    }

    /** Writes what was added, and forgets it. Returns how many bytes that were. */
    long blocks(OutputStream out) throws IOException {
        ByteArrayOutputStream some = new ByteArrayOutputStream();
        intervals.sort(Comparator.comparingLong(i -> told.getOrDefault(i, i.running())));
        for (int from = 0; from < intervals.size(); from += perBlock)
            block(some, intervals.subList(from, Math.min(intervals.size(), from + perBlock)));
        intervals.clear();
        some.writeTo(out);
        return some.size();
    }

    void definitions(OutputStream out) throws IOException {
        block(out, BlockHead.DEFINITIONS, definitions.toByteArray(), 0, 0, 0, 0);
        block(out, BlockHead.TOTALS, totals.toByteArray(), 0, 0, 0, 0);
    }

    private static void block(OutputStream out, List<Interval> some) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        long first = some.stream().mapToLong(Interval::blocked).min().orElse(0);
        long low = some.stream().mapToLong(Interval::running).min().orElse(0);
        long last = some.stream().mapToLong(Interval::running).max().orElse(0), before = 0;
        for (Interval i : some) {
            boolean stacks = i.stack() != 0 || i.wakerStack() != 0;
            bytes.write(i.kind().ordinal() | i.waker().ordinal() << 4 | (stacks ? 128 : 0));
            varint(bytes, i.thread());
            long step = i.running() - before;
            varint(bytes, step << 1 ^ step >> 63);
            before = i.running();
            varint(bytes, i.running() - i.woken());
            varint(bytes, i.woken() - i.blocked());
            varint(bytes, i.ran());
            if (i.waker() == Waker.THREAD)
                varint(bytes, i.wakerThread());
            varint(bytes, (long) i.context() << 1 | (i.begun() > 0 ? 1 : 0));
            if (i.begun() > 0) {
                varint(bytes, i.begun());
                varint(bytes, i.lastBegun());
            }
            if (i.waker() == Waker.THREAD)
                varint(bytes, i.wakerContext());
            if (stacks) {
                varint(bytes, i.stack());
                varint(bytes, i.wakerStack());
            }
        }
        block(out, BlockHead.INTERVALS, bytes.toByteArray(), some.size(), first, low, last);
    }

    private static void block(OutputStream out, int type, byte[] payload, int count, long first, long low,
            long last) throws IOException {
        ByteBuffer head = ByteBuffer.allocate(BlockHead.SIZE).order(ByteOrder.LITTLE_ENDIAN);
        head.putInt(BlockHead.MAGIC).putInt(type).putInt(payload.length).putInt(crc(payload, payload.length));
        head.putInt(count).putLong(first).putLong(low).putLong(last).putInt(crc(head.array(), BlockHead.SIZE - 4));
        out.write(head.array());
        out.write(payload);
    }

    private static int crc(byte[] bytes, int length) {
        CRC32 crc = new CRC32();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }

    private static void text(ByteArrayOutputStream out, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        varint(out, bytes.length);
        out.writeBytes(bytes);
    }

    private static void varint(ByteArrayOutputStream out, long value) {
        long rest = value;
        for (; (rest & ~127L) != 0; rest >>>= 7)
            out.write((int) (rest & 127 | 128));
        out.write((int) rest);
    }
}
