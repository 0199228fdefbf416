// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import whodunit.profile.RecordedProcess;
import whodunit.profile.read.FileProblem;
import whodunit.profile.read.FilesBelow;

/**
 * All files of intervals of a recording, their threads put together: one that several files tell of is one thread.
 * Threads have numbers from 0; the first ones stand for what is no thread ({@link Waker}).
 */
public final class WaitRecording implements AutoCloseable {
    private static final String SUFFIX = ".waits";
    /** By so much the time of day may have been set between two files of one machine. */
    private static final long SAME_CLOCK_NANOS = 5_000_000_000L;

    /** Files, and for each the thread of its numbers. */
    final List<WaitFile> files = new ArrayList<>();
    private final List<Int2IntOpenHashMap> threadOfId = new ArrayList<>();
    /** What to add to a file's numbers of stacks. */
    private final List<Integer> stackOffset = new ArrayList<>();
    private final Map<Integer, List<String>> stacks = new HashMap<>();
    private int nextStack;
    /** By number; the first {@link Waker#values()} of them are null. */
    private final List<WaitThread> threads = new ArrayList<>();
    private final Map<Long, Integer> numbers = new HashMap<>();
    /** The recorded thread that had a number of the kernel's last. */
    private final Map<Integer, Integer> newest = new HashMap<>();
    private final Map<Integer, Integer> parents = new HashMap<>();
    private final List<String> problems = new ArrayList<>();
    private final Map<String, Long> totals = new HashMap<>();
    /** From which seconds are counted, CLOCK_MONOTONIC ns, if that is not the files' start. */
    private OptionalLong origin = OptionalLong.empty();
    /** What is to be looked at. */
    private long start = Long.MIN_VALUE, end = Long.MAX_VALUE;

    /**
     * @param paths directories, or files
     * @throws IOException if a file cannot be read any more; what cannot be listed or read at all is a problem
     */
    public static WaitRecording open(Collection<Path> paths) throws IOException {
        WaitRecording recording = new WaitRecording();
        for (Waker ignored : Waker.values())
            recording.threads.add(null);
        Set<Path> opened = new HashSet<>();
        for (Path path : paths)
            for (Path file : recording.list(path))
                try {
                    if (opened.add(file.toRealPath()))
                        recording.addOnce(WaitFile.open(file));
                } catch (IOException e) {
                    recording.problems.add(file.getFileName() + ": " + FileProblem.why(e));
                }
        recording.files.forEach(recording::numberRecorded);
        recording.files.forEach(recording::add);
        ThreadNames.of(recording).forEach(
                (number, name) -> recording.threads.set(number, recording.threads.get(number).named(name)));
        return recording;
    }

    /** Of a file and its copies one counts, the most complete. */
    private void addOnce(WaitFile file) throws IOException {
        for (int i = 0; i < files.size(); i++)
            if (file.isCopyOf(files.get(i))) {
                boolean more = file.blocks.size() > files.get(i).blocks.size();
                (more ? files.set(i, file) : file).close();
                return;
            }
        files.add(file);
    }

    private List<Path> list(Path path) throws IOException {
        if (!Files.isDirectory(path) && !path.toString().endsWith(SUFFIX))
            return List.of(); // it is of samples
        return FilesBelow.ofGiven(path, file -> file.toString().endsWith(SUFFIX),
                (file, e) -> problems.add(file + ": " + FileProblem.why(e)));
    }

    private void add(WaitFile file) {
        if (file.damaged > 0)
            problems.add(file.path.getFileName() + ": " + file.damaged + " bytes are damaged or cut off");
        if (file.totals.getOrDefault("unfinished", 0L) > 0)
            problems.add(file.path.getFileName() + ": unfinished: its processes are still recorded, or the kernel side "
                    + "was killed, and what came after that is missing");
        long lost = file.totals.getOrDefault("bytes_lost", 0L);
        if (lost > 0)
            problems.add(file.path.getFileName() + ": " + lost + " bytes of waits could not be written: the disk was "
                    + "full, or the file may not be longer; what is told lacks them");
        if (file.totals.getOrDefault("stacks_lost", 0L) > 0)
            problems.add(file.path.getFileName() + ": some waits have no stack: there were more different ones than a "
                    + "recording keeps; record for a shorter time, or fewer processes");
        if (file.totals.getOrDefault("denied", 0L) > 0)
            problems.add(file.path.getFileName() + ": stacks of other users' processes lack functions, since the "
                    + "kernel side may not look into these: it needs CAP_SYS_PTRACE for it");
        file.totals.forEach((name, n) -> totals.merge(name, n, Long::sum));
        Int2IntOpenHashMap ofId = new Int2IntOpenHashMap(); // ids are what the file says
        ofId.defaultReturnValue(Waker.UNKNOWN.ordinal());
        for (WaitThread t : file.threads)
            ofId.put(t.id(), number(t));
        for (WaitThread t : file.threads)
            if (t.parent() > 0 && ofId.containsKey(t.parent()) && ofId.get(t.parent()) != ofId.get(t.id()))
                parents.put(ofId.get(t.id()), ofId.get(t.parent()));
        threadOfId.add(ofId);
        stackOffset.add(nextStack);
        file.stacks.forEach((id, frames) -> stacks.put(nextStack + id, frames));
        nextStack += file.stacks.keySet().stream().mapToInt(i -> i).max().orElse(0) + 1;
    }

    /** The number in this recording of a file's stack; 0 is none. */
    int stack(int file, int id) {
        return id == 0 ? 0 : stackOffset.get(file) + id;
    }

    /** No stack has this number, or a higher one. */
    int stackCount() {
        return nextStack;
    }

    /** Frames, innermost first; empty if there is no such stack. */
    List<String> frames(int stack) {
        return stacks.getOrDefault(stack, List.of());
    }

    private void numberRecorded(WaitFile file) {
        for (WaitThread t : file.threads)
            if (t.recorded())
                newest.put(t.tid(), number(t));
    }

    private int number(WaitThread t) {
        if (t.isDevice())
            return (t.name().startsWith("net") ? Waker.NETWORK : Waker.DISK).ordinal();
        // a file that did not record the thread may know no more than its number
        if (!t.recorded() && t.started() == 0 && newest.containsKey(t.tid()))
            return newest.get(t.tid());
        int number = numbers.computeIfAbsent(t.started() << 22 ^ t.tid(), key -> {
            threads.add(t);
            return threads.size() - 1;
        });
        if (t.recorded() || !threads.get(number).recorded())
            threads.set(number, t); // the last definition has the name that it had in the end
        return number;
    }

    /** The thread that a file calls so; {@link Waker#UNKNOWN}'s number if it does not define it. */
    int thread(int file, int id) {
        return threadOfId.get(file).get(id);
    }

    int threadCount() {
        return threads.size();
    }

    /** @return null for what is no thread */
    WaitThread thread(int number) {
        return threads.get(number);
    }

    /** The thread that made this one, 0 if that is not known. */
    int parent(int number) {
        return parents.getOrDefault(number, 0);
    }

    public boolean isEmpty() {
        return files.isEmpty();
    }

    /** What could not be read, in words. */
    public List<String> problems() {
        return List.copyOf(problems);
    }

    public long intervals() {
        return files.stream().flatMap(f -> f.blocks.stream()).mapToLong(BlockHead::count).sum();
    }

    public long dropped() {
        return totals.getOrDefault("dropped", 0L);
    }

    /** Two files whose clocks tell different times of one moment: of two machines, or of two starts of one. */
    public Optional<List<Path>> ofTwoClocks() {
        return files.stream().filter(f -> Math.abs(f.clockOffset - files.get(0).clockOffset) > SAME_CLOCK_NANOS)
                .findFirst().map(f -> List.of(files.get(0).path, f.path));
    }

    /** Whether the process's clocks tell the same time as those of the files. */
    boolean isOfThisMachine(RecordedProcess p) {
        return !files.isEmpty() && Math.abs(p.clockOffsetNanos - files.get(0).clockOffset) <= SAME_CLOCK_NANOS;
    }

    /** Share of the intervals that the recorder had to drop, in percent. */
    public double droppedPct() {
        long all = intervals() + dropped();
        return all == 0 ? 0 : 100.0 * dropped() / all;
    }

    /** The recorder's counters. */
    public Map<String, Long> totals() {
        return Map.copyOf(totals);
    }

    /**
     * Only what happened in a part of the time is to be looked at. A wait that had not ended by its end is left out, as
     * it is at the end of the recording.
     *
     * @param since seconds of the recording; without any, all that was before, too
     * @param until seconds of the recording; may be infinite
     */
    public void within(double since, double until) {
        long begin = origin.orElse(first()), length = last() - begin;
        start = since > 0 ? begin + (long) (since * 1e9) : Long.MIN_VALUE;
        end = until * 1e9 < length ? begin + (long) (until * 1e9) : Long.MAX_VALUE;
    }

    /** Seconds count from that moment, ns since 1970. */
    public void countFrom(long unixNanos) {
        if (!files.isEmpty())
            origin = OptionalLong.of(unixNanos - files.get(0).clockOffset);
    }

    private long first() {
        return files.stream().mapToLong(f -> f.start).min().orElse(0);
    }

    private long last() {
        return files.stream().flatMap(f -> f.blocks.stream()).mapToLong(BlockHead::last).max().orElse(first());
    }

    long start() {
        return Math.max(start, first());
    }

    long end() {
        return Math.max(start(), Math.min(end, last()));
    }

    /** Of what is to be looked at; of the whole recording all that there is. */
    long startUnixNanos() {
        return start == Long.MIN_VALUE || files.isEmpty() ? Long.MIN_VALUE : start() + files.get(0).clockOffset;
    }

    long endUnixNanos() {
        return end == Long.MAX_VALUE || files.isEmpty() ? Long.MAX_VALUE : end() + files.get(0).clockOffset;
    }

    /** What lasts so long happens once at most, and limits no throughput. */
    long once() {
        return Math.max(1, (end() - start()) / 2);
    }

    public double seconds() {
        return (end() - start()) / 1e9;
    }

    @Override
    public void close() throws IOException {
        for (WaitFile f : files)
            f.close();
    }
}
