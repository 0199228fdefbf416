// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import java.io.EOFException;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * A file of intervals (docs/format.md, "Intervals"): its blocks and what they define. Intervals themselves are read
 * block by block, by any number of threads at a time.
 */
public final class WaitFile implements AutoCloseable {
    private static final long MAGIC = 0x3230544941574457L; // "WDWAIT02"
    private static final int HEAD = 32;

    final Path path;
    private final FileChannel channel;
    /** CLOCK_MONOTONIC ns; what was blocked before is not in the file. */
    final long start;
    /** What has to be added to a time to get ns since 1970. */
    final long clockOffset;
    /** Of intervals, in the order of the file. */
    final List<BlockHead> blocks = new ArrayList<>();
    final List<WaitThread> threads = new ArrayList<>();
    /** Frames of a stack, innermost first, by its number. */
    final Map<Integer, List<String>> stacks = new HashMap<>();
    final Map<String, Long> totals = new HashMap<>();
    /** Bytes that are no sound block: a writer was killed, or a disk was full. */
    long damaged;

    private WaitFile(Path path, FileChannel channel, long start, long startUnix) {
        this.path = path;
        this.channel = channel;
        this.start = start;
        clockOffset = startUnix - start;
    }

    /** @throws IOException if it cannot be read or is no such file; damage behind the head does not throw */
    public static WaitFile open(Path path) throws IOException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
        try {
            ByteBuffer head = read(channel, 0, HEAD);
            if (head.getLong(0) != MAGIC)
                throw new IOException((head.getLong(0) ^ MAGIC) << 16 == 0
                        ? "intervals of another version of Whodunit: record again"
                        : "no file of intervals");
            WaitFile file = new WaitFile(path, channel, head.getLong(8), head.getLong(16));
            file.index();
            return file;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Whether they begin with the same intervals, at the same time; one may be cut off. */
    boolean isCopyOf(WaitFile other) {
        return start == other.start && clockOffset == other.clockOffset && !blocks.isEmpty()
                && !other.blocks.isEmpty() && blocks.get(0).equals(other.blocks.get(0));
    }

    private void index() throws IOException {
        Map<Integer, String> names = new HashMap<>();
        Map<Integer, int[]> frames = new HashMap<>();
        long size = channel.size();
        for (long at = HEAD; at < size;) {
            BlockHead block = at + BlockHead.SIZE > size ? null
                    : BlockHead.of(read(channel, at, BlockHead.SIZE), at);
            if (block == null || block.payload() + block.length() > size) {
                damaged += size - at;
                break;
            }
            at = block.payload() + block.length();
            if (block.type() == BlockHead.INTERVALS) {
                blocks.add(block);
                continue;
            }
            byte[] payload = new byte[block.length()];
            try {
                if (!load(block, payload))
                    damaged += block.length();
                else if (block.type() == BlockHead.DEFINITIONS)
                    new Definitions(payload).read(threads, names, frames);
                else if (block.type() == BlockHead.TOTALS)
                    new Definitions(payload).readTotals(totals);
            } catch (BufferUnderflowException | IllegalArgumentException e) {
                damaged += block.length();
            }
        }
        frames.forEach((id, f) -> {
            List<String> stack = new ArrayList<>(f.length);
            for (int name : f)
                stack.add(names.getOrDefault(name, "unknown"));
            stacks.put(id, List.copyOf(stack));
        });
    }

    /**
     * A block's contents.
     *
     * @param payload has at least its length
     * @return false if they are damaged
     */
    boolean load(BlockHead block, byte[] payload) throws IOException {
        ByteBuffer into = ByteBuffer.wrap(payload, 0, block.length());
        fill(channel, block.payload(), into);
        CRC32 crc = new CRC32();
        crc.update(payload, 0, block.length());
        return (int) crc.getValue() == block.crc();
    }

    private static ByteBuffer read(FileChannel channel, long position, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        fill(channel, position, bytes);
        return bytes.flip();
    }

    private static void fill(FileChannel channel, long position, ByteBuffer into) throws IOException {
        for (long at = position; into.hasRemaining();) {
            int n = channel.read(into, at);
            if (n < 0)
                throw new EOFException("the file is too short");
            at += n;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    /** What a block of definitions or of totals says. */
    private static final class Definitions {
        private final ByteBuffer bytes;

        Definitions(byte[] payload) {
            bytes = ByteBuffer.wrap(payload);
        }

        void read(List<WaitThread> threads, Map<Integer, String> names, Map<Integer, int[]> frames) {
            int end = bytes.limit();
            while (bytes.hasRemaining()) {
                int tag = bytes.get();
                int length = size();
                int next = bytes.position() + length;
                bytes.limit(next);
                switch (tag) {
                    case 'T' -> {
                        int id = (int) varint(), tid = (int) varint(), pid = (int) varint(), own = (int) varint();
                        int parent = (int) varint();
                        long started = varint(), ended = varint();
                        boolean recorded = varint() != 0;
                        String name = text();
                        int ownTid = bytes.hasRemaining() ? (int) varint() : tid; // not in 0.1
                        threads.add(
                                new WaitThread(id, tid, pid, ownTid, own, parent, started, ended, recorded, name));
                    }
                    case 'N' -> names.put((int) varint(), FunctionName.readable(text()));
                    case 'S' -> {
                        int id = (int) varint();
                        int[] stack = new int[size()];
                        for (int i = 0; i < stack.length; i++)
                            stack[i] = (int) varint();
                        frames.put(id, stack);
                    }
                    default -> {} // of a later version
                }
                bytes.limit(end).position(next);
            }
        }

        void readTotals(Map<String, Long> totals) {
            while (bytes.hasRemaining()) {
                String name = text();
                totals.put(name, varint());
            }
        }

        private String text() {
            byte[] text = new byte[size()];
            bytes.get(text);
            return new String(text, StandardCharsets.UTF_8);
        }

        /** How many follow, each of a byte at least: no memory is taken for what is not there. */
        private int size() {
            long n = varint();
            if (n < 0 || n > bytes.remaining())
                throw new BufferUnderflowException();
            return (int) n;
        }

        private long varint() {
            long value = 0;
            for (int shift = 0; shift < 64; shift += 7) {
                byte b = bytes.get();
                value |= (b & 127L) << shift;
                if (b >= 0)
                    break;
            }
            return value;
        }
    }
}
