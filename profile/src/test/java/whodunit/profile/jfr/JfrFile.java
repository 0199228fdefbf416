// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.jfr;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import whodunit.profile.Frame;
import whodunit.profile.format.Record;

/**
 * Writes recordings as async-profiler does, as far as a reader of ours looks: one chunk with execution samples, user
 * events, the constants they refer to, and the metadata that describes them. For tests that need a recording whose
 * truth is known, of any size.
 */
public final class JfrFile implements Closeable {
    static final int METADATA = 0, CONSTANTS = 1;
    private static final int STRING = 20, CLASS = 21, THREAD = 22, STACK_TRACE = 26, METHOD = 28, SYMBOL = 30;
    static final int USER_TYPE = 40;
    static final int SAMPLE = 101, USER_EVENT = 102;
    static final int HEADER = 68;

    private final FileChannel channel;
    private final OutputStream out;
    private long written = HEADER;
    private final Map<List<Frame>, Integer> traces = new HashMap<>();
    private final Map<Frame, Integer> methods = new HashMap<>();
    private final Map<String, Integer> symbols = new HashMap<>();
    private final Map<Integer, String> threads = new HashMap<>();
    private final List<String> userTypes = new ArrayList<>(List.of("whodunit"));

    public JfrFile(Path file) throws IOException {
        channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE);
        out = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16);
        out.write(new byte[HEADER]);
    }

    /** @param stack outermost first; in native processes with the sampled address as innermost "frame" */
    public void sample(int tid, long time, List<Frame> stack) throws IOException {
        int trace = traces.computeIfAbsent(stack, s -> traces.size() + 1);
        emit(new Bytes().number(time).number(tid).number(trace).number(1).event(SAMPLE));
    }

    /** What a thread is called. */
    public void thread(int tid, String name) {
        threads.put(tid, name);
    }

    public void record(Record record) throws IOException {
        record(1, record);
    }

    /** @param time when it was written */
    public void record(long time, Record record) throws IOException {
        userEvent("whodunit", time, record.toByteArray());
    }

    /** @param type "whodunit", or what another user of the sampler calls its events */
    public void userEvent(String type, byte[] data) throws IOException {
        userEvent(type, 1, data);
    }

    private void userEvent(String type, long time, byte[] data) throws IOException {
        if (!userTypes.contains(type))
            userTypes.add(type);
        emit(new Bytes().number(time).number(1).number(userTypes.indexOf(type) + 1).latin1(data).event(USER_EVENT));
    }

    private void emit(byte[] bytes) throws IOException {
        out.write(bytes);
        written += bytes.length;
    }

    @Override
    public void close() throws IOException {
        long metadata = written;
        emit(JfrTypes.metadata().event(METADATA));
        long constants = written;
        emit(constants().event(CONSTANTS));
        out.flush();
        channel.write(header(written, constants, metadata), 0);
        out.close();
    }

    static ByteBuffer header(long size, long constants, long metadata) {
        ByteBuffer header = ByteBuffer.allocate(HEADER);
        return header.putInt(0x464c5200).putInt(0x20000).putLong(size).putLong(constants).putLong(metadata)
                .putLong(0).putLong(0).putLong(0).putLong(1_000_000_000).putInt(0).flip();
    }

    /** Pools in the order in which they find what they refer to. */
    private Bytes constants() {
        Bytes stacks = new Bytes().number(STACK_TRACE).number(traces.size());
        traces.forEach((stack, id) -> {
            stacks.number(id).number(0).number(stack.size());
            for (int i = stack.size() - 1; i >= 0; i--)
                stacks.number(methods.computeIfAbsent(stack.get(i), f -> methods.size() + 1)).number(0).number(0)
                        .write(frameType(stack.get(i)));
        });
        Map<String, Integer> classes = new HashMap<>();
        Bytes functions = new Bytes().number(METHOD).number(methods.size());
        methods.forEach((frame, id) -> {
            int dot = frame.kind() == Frame.Kind.JAVA ? frame.name().lastIndexOf('.') : -1;
            String owner = dot < 0 ? frame.module() : frame.name().substring(0, dot).replace('.', '/');
            long cls = owner.isEmpty() ? 0 : classes.computeIfAbsent(owner, c -> classes.size() + 1);
            functions.number(id).number(cls).number(symbol(frame.name().substring(dot + 1))).number(0).number(0)
                    .number(0);
        });
        Bytes types = new Bytes().number(CLASS).number(classes.size());
        classes.forEach((name, id) -> types.number(id).number(0).number(symbol(name)).number(0).number(0));
        Bytes names = new Bytes().number(SYMBOL).number(symbols.size());
        symbols.forEach((name, id) -> names.number(id).utf8(name));
        Bytes kinds = new Bytes().number(USER_TYPE).number(userTypes.size());
        for (String type : userTypes)
            kinds.number(userTypes.indexOf(type) + 1).utf8(type);
        Bytes threadNames = new Bytes().number(THREAD).number(threads.size());
        threads.forEach((tid, name) -> threadNames.number(tid).utf8(name).number(tid).utf8(name).number(tid));
        Bytes all = new Bytes().number(0).number(0).number(0).number(1).number(6);
        for (Bytes pool : List.of(stacks, functions, types, names, kinds, threadNames))
            all.writeBytes(pool.toByteArray());
        return all;
    }

    private int symbol(String name) {
        return symbols.computeIfAbsent(name, n -> symbols.size() + 1);
    }

    private static int frameType(Frame frame) {
        return switch (frame.kind()) {
            case JAVA -> 1;
            case KERNEL -> 5;
            default -> 3;
        };
    }
}
