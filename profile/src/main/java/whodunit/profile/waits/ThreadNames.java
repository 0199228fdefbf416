// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import whodunit.profile.ThreadEntry;

/**
 * Names for threads that have none of their own. A thread is called as the one that made it until somebody names it;
 * many servers name none of theirs. Such a thread gets the name of the outermost function of its stacks, which is the
 * one that it runs. io_uring's threads have their maker's number in their names, and do all the same.
 */
final class ThreadNames {
    /** So many intervals are enough to know what a thread runs. */
    private static final long MOST_READ = 2_000_000;
    private static final String IO_URING = "iou-wrk-", IO_URING_NAME = "io_uring worker";
    private static final Set<String> STARTS = Set.of("start_thread", "clone", "clone3");
    /** Where functions without names are around what a thread runs: libc, the C++ library, the sampler and we. */
    private static final List<String> LIBRARIES = List.of("libstdc++", "libc.so", "libasyncProfiler", "libwhodunit");
    /** How far from a stack's outer end the function may be. */
    private static final int NEAR = 6;
    private static final double MOSTLY = 0.8;

    private final WaitRecording recording;
    private final Map<Integer, String> names = new HashMap<>();

    private ThreadNames(WaitRecording recording) {
        this.recording = recording;
    }

    /** What a stack says of what its thread runs: its outermost function, and the outermost one that has a name. */
    record Entry(String function, String named) {
        private static final Entry NONE = new Entry("", "");
    }

    /** What the stacks of a thread say. */
    private static final class Seen {
        private final Map<String, Long> functions = new HashMap<>();
        private final Map<String, Long> named = new HashMap<>();
        private long stacks;

        void add(Entry e) {
            stacks++;
            functions.merge(e.function, 1L, Long::sum);
            if (!e.named.isEmpty())
                named.merge(e.named, 1L, Long::sum);
        }

        /** What it runs is in all its stacks; less is a function that it calls, but a few stacks are wrong. */
        Optional<String> name() {
            return most(named).filter(n -> named.get(n) >= MOSTLY * stacks).or(() -> most(functions));
        }

        private static Optional<String> most(Map<String, Long> all) {
            return all.entrySet().stream().min(Map.Entry.<String, Long>comparingByValue().reversed()
                    .thenComparing(Map.Entry.comparingByKey())).map(Map.Entry::getKey);
        }
    }

    /** The names of those that need one, by number. */
    static Map<Integer, String> of(WaitRecording recording) throws IOException {
        ThreadNames its = new ThreadNames(recording);
        Map<Integer, String> mains = new HashMap<>();
        its.threads().forEach((number, thread) -> {
            if (thread.name().startsWith(IO_URING))
                its.names.put(number, IO_URING_NAME);
            if (thread.recorded() && thread.tid() == thread.pid())
                mains.put(thread.pid(), thread.name());
        });
        Map<Integer, Seen> nameless = new HashMap<>();
        its.threads().forEach((number, thread) -> {
            if (thread.recorded() && thread.tid() != thread.pid() && thread.name().equals(mains.get(thread.pid())))
                nameless.put(number, new Seen());
        });
        if (!nameless.isEmpty())
            its.read(nameless);
        nameless.forEach((number, seen) -> seen.name().ifPresent(name -> its.names.put(number, name)));
        return its.names;
    }

    private Map<Integer, WaitThread> threads() {
        Map<Integer, WaitThread> all = new LinkedHashMap<>();
        for (int t = Waker.values().length; t < recording.threadCount(); t++)
            all.put(t, recording.thread(t));
        return all;
    }

    /** Blocks from all over the recording. */
    private void read(Map<Integer, Seen> nameless) throws IOException {
        Map<Integer, Entry> ofStack = new HashMap<>();
        for (int file = 0; file < recording.files.size(); file++) {
            WaitFile source = recording.files.get(file);
            long intervals = source.blocks.stream().mapToLong(BlockHead::count).sum();
            int step = (int) Math.max(1, intervals / MOST_READ);
            BlockCursor cursor = new BlockCursor(file, source, Long.MIN_VALUE, Long.MAX_VALUE);
            for (int b = 0; b < source.blocks.size(); b += step) {
                Intervals in = cursor.block(source.blocks.get(b));
                for (int i = 0; i < in.count; i++) {
                    count(nameless.get(recording.thread(file, in.thread[i])), ofStack,
                            recording.stack(file, in.stack[i]));
                    if (Waker.of(in.waker[i]) == Waker.THREAD)
                        count(nameless.get(recording.thread(file, in.wakerThread[i])), ofStack,
                                recording.stack(file, in.wakerStack[i]));
                }
            }
        }
    }

    private void count(Seen seen, Map<Integer, Entry> ofStack, int stack) {
        if (seen == null || stack == 0)
            return;
        Entry entry = ofStack.computeIfAbsent(stack, s -> entry(recording.frames(s)));
        if (!entry.function.isEmpty())
            seen.add(entry);
    }

    /** Nothing if the stack does not reach its thread's beginning. */
    static Entry entry(List<String> stack) {
        int size = stack.size();
        if (stack.subList(Math.max(0, size - 2), size).stream().noneMatch(STARTS::contains))
            return Entry.NONE;
        List<String> inside = new ArrayList<>(stack.subList(Math.max(0, size - NEAR), size));
        Collections.reverse(inside);
        inside.removeIf(f -> STARTS.contains(f) || ThreadEntry.leadsTo(f)
                || LIBRARIES.stream().anyMatch(f::startsWith));
        if (inside.isEmpty() || !FunctionName.isPlace(inside.get(0)) && !WaitSentence.isOwn(inside.get(0)))
            return Entry.NONE;
        return new Entry(inside.get(0), inside.stream().filter(f -> !FunctionName.isPlace(f)).findFirst()
                .filter(WaitSentence::isOwn).orElse(""));
    }
}
