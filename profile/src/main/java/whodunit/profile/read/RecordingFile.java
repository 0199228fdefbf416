// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.read;

import com.google.protobuf.InvalidProtocolBufferException;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import one.jfr.ClassRef;
import one.jfr.JfrReader;
import one.jfr.MethodRef;
import one.jfr.StackTrace;
import one.jfr.event.Event;
import one.jfr.event.ExecutionSample;
import whodunit.profile.FollowedCall;
import whodunit.profile.Frame;
import whodunit.profile.NativeModule;
import whodunit.profile.format.Record;

/**
 * What one JFR file holds, as far as it can be read: our records, and execution samples with their stacks.
 * A file that is cut off or damaged yields what lies before the damage, and {@link #problem} says so.
 */
final class RecordingFile {
    /** Of its size, what a file takes while it is read. */
    private static final int MOST_TIMES = 16;
    /** What the name of a file ends in that is being written. */
    static final String UNFINISHED = ".part";
    private static final String CUT = "unfinished: its process still runs or was killed, "
            + "or a limit or a full disk cut it";
    private static final Pattern ADDRESS = Pattern.compile("0x[0-9a-fA-F]{1,16}");
    /** The recorder's, in which it takes the samples that the tick owes (docs/decisions.md): it is not what ran. */
    private static final String MISSED_TICK_FUNCTION = "cpu_between_ticks";
    private static final int FRAME_NATIVE = 3;
    private static final int FRAME_CPP = 4;
    private static final int FRAME_KERNEL = 5;

    final Path path;
    final List<Record> records = new ArrayList<>();
    /** When each of {@link #records} was written, CLOCK_MONOTONIC ns. */
    final LongArrayList recordTimes = new LongArrayList();
    /** Their stacks are indexes into {@link #stacks}. */
    final SampleColumns samples = new SampleColumns();
    /** Names of the threads that were sampled, by number. */
    final Int2ObjectOpenHashMap<String> threads = new Int2ObjectOpenHashMap<>();
    /** Paths of what the sampler knows of native code. */
    final Set<String> libraries = new LinkedHashSet<>();
    /** Outermost frame first; numbers of {@link Frames}. */
    final List<int[]> stacks = new ArrayList<>();
    String problem;
    int malformedRecords;

    private final FrameTable frames;

    private RecordingFile(Path path, FrameTable frames) {
        this.path = path;
        this.frames = frames;
    }

    static RecordingFile read(Path path, FileBuffer buffer, FrameTable frames) {
        RecordingFile file = new RecordingFile(path, frames);
        try (JfrReader jfr = BoundedJfr.open(path, buffer)) {
            jfr.stopAtNewChunk = true;
            jfr.registerEvent("profiler.UserEvent", RecordEvent.class);
            jfr.registerEvent("jdk.NativeLibrary", LibraryEvent.class);
            do {
                file.readChunk(jfr);
            } while (jfr.hasMoreChunks());
            if (jfr.incomplete())
                file.problem = CUT;
        } catch (IOException | RuntimeException | OutOfMemoryError | StackOverflowError e) {
            if (cause(e) instanceof OutOfMemoryError missing && !isEnoughFor(path))
                throw missing; // the file may be whole
            file.problem = file.records.isEmpty() && isUnfinished(path) && Files.exists(path)
                    ? CUT : why(e);
        }
        return file;
    }

    /** Whether the memory that is left is enough for the file: what asked for more was a forged length in it. */
    private static boolean isEnoughFor(Path path) {
        Runtime jvm = Runtime.getRuntime();
        long left = jvm.maxMemory() - (jvm.totalMemory() - jvm.freeMemory());
        try {
            return Files.size(path) < left / MOST_TIMES;
        } catch (IOException e) {
            return false;
        }
    }

    private static String why(Throwable e) {
        if (e instanceof IOException io && "Not a valid JFR file".equals(io.getMessage()))
            return "no recording, or its beginning is damaged";
        if (e instanceof IOException io && "Incomplete JFR file".equals(io.getMessage()))
            return "its end is missing, in which the stacks are, as of a copy that was cut off; copy it again";
        return e instanceof FileSystemException file ? FileProblem.why(file)
                : "unreadable from some point on (" + cause(e) + ")";
    }

    /** Of what JfrReader calls by reflection. */
    private static Throwable cause(Throwable e) {
        return e.getCause() == null ? e : cause(e.getCause());
    }

    static boolean isUnfinished(Path path) {
        return path.toString().endsWith(UNFINISHED);
    }

    private void readChunk(JfrReader jfr) throws IOException {
        Int2IntOpenHashMap stackOfTrace = new Int2IntOpenHashMap();
        IntArrayList traces = new IntArrayList();
        try {
            for (Event event; (event = jfr.readEvent()) != null;) {
                if (event instanceof ExecutionSample s) {
                    int stack = stackOfTrace.computeIfAbsent(s.stackTraceId, id -> {
                        traces.add(id);
                        return stacks.size() + traces.size() - 1;
                    });
                    samples.add(s.tid, s.time, stack, Math.max(1, s.samples()));
                } else if (event instanceof RecordEvent r && r.data != null)
                    addRecord(r.time, r.data);
                else if (event instanceof LibraryEvent l && l.path != null)
                    libraries.add(l.path);
            }
        } finally {
            Long2IntOpenHashMap known = new Long2IntOpenHashMap();
            for (int i = 0; i < traces.size(); i++)
                stacks.add(stack(jfr, traces.getInt(i), known));
            jfr.threads.forEach((tid, name) -> threads.put((int) tid, name));
        }
    }

    private void addRecord(long time, byte[] data) {
        try {
            records.add(Record.parseFrom(data));
            recordTimes.add(time);
        } catch (InvalidProtocolBufferException e) {
            malformedRecords++;
        }
    }

    private int[] stack(JfrReader jfr, int id, Long2IntOpenHashMap known) {
        StackTrace trace = jfr.stackTraces.get(id);
        if (trace == null)
            return new int[0];
        int n = trace.methods.length;
        String innermost = n > 1 ? frame(jfr, trace.methods[0], trace.types[0]).name() : "";
        int outside = ADDRESS.matcher(innermost).matches() ? 1 : 0; // a sampled address is no frame
        int[] stack = new int[n - outside];
        for (int i = outside; i < n; i++) {
            long method = trace.methods[i];
            byte type = trace.types[i];
            stack[n - 1 - i] = known.computeIfAbsent(method << 3 | type & 7, k -> frames.id(frame(jfr, method, type)));
        }
        return stack;
    }

    private static Frame frame(JfrReader jfr, long id, byte type) {
        MethodRef method = jfr.methods.get(id);
        if (method == null)
            return new Frame("unknown", Frame.Kind.NATIVE);
        ClassRef cls = jfr.classes.get(method.cls);
        String className = symbol(jfr, cls == null ? 0 : cls.name);
        String name = symbol(jfr, method.name);
        if (type == FRAME_KERNEL)
            return new Frame(name, Frame.Kind.KERNEL);
        if (type == FRAME_NATIVE || type == FRAME_CPP || className.isEmpty())
            return nativeFrame(name, className);
        return new Frame(className.replace('/', '.') + "." + name, Frame.Kind.JAVA);
    }

    /** @param library its base name; the sampler gives none where the library's path stands in for a function's name */
    private static Frame nativeFrame(String name, String library) {
        if (name.isEmpty())
            return new Frame("unknown", Frame.Kind.NATIVE);
        if (name.equals(MISSED_TICK_FUNCTION))
            return new Frame("[missed tick]", Frame.Kind.NATIVE, library);
        return new Frame(FollowedCall.named(name), Frame.Kind.NATIVE,
                name.startsWith("/") ? NativeModule.baseName(name) : library);
    }

    private static String symbol(JfrReader jfr, long id) {
        byte[] bytes = id == 0 ? null : jfr.symbols.get(id);
        return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
    }
}
