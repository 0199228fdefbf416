// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.read;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import whodunit.profile.Frame;
import whodunit.profile.Samples;
import whodunit.profile.format.KernelSamples;
import whodunit.profile.format.KernelStack;

/**
 * What the kernel side knows of samples, by (thread, time): their stacks in the kernel, and of which waits they are. Of
 * a thread that had no label yet the sample's time is only known within bounds (docs/format.md); those find theirs when
 * all samples are known. A sample may have been lost: then nothing else is taken for it.
 */
final class KernelOrigins {
    static final int NONE = -1;
    /** Below it, outermost first, is what the kernel did; what called it is not known. */
    private static final Frame UNKNOWN_CALLER = new Frame("[caller not known]", Frame.Kind.NATIVE);

    private final FrameTable frames;
    private final LabelTable byTime = new LabelTable();
    private final IntArrayList tids = new IntArrayList();
    private final LongArrayList times = new LongArrayList();
    private final IntArrayList kernelStacks = new IntArrayList();
    private final LongArrayList waits = new LongArrayList();
    private final LongArrayList within = new LongArrayList();
    private final BitSet elsewhere = new BitSet();
    private final BitSet taken = new BitSet();
    /** Outermost frame first. */
    private final Map<List<Frame>, Integer> stackIds = new HashMap<>();
    private final Int2ObjectOpenHashMap<List<Frame>> stacks = new Int2ObjectOpenHashMap<>();
    /** (sample's stack or NONE, kernel stack) to the stack of both. */
    private final Long2IntOpenHashMap joined = new Long2IntOpenHashMap();

    KernelOrigins(FrameTable frames) {
        this.frames = frames;
    }

    boolean isEmpty() {
        return tids.isEmpty();
    }

    /** The number of a file's kernel stack in all of its process's. */
    int stack(KernelStack stack, Map<Integer, String> names) {
        Frame[] outermostFirst = new Frame[stack.getFramesCount()];
        for (int i = 0; i < outermostFirst.length; i++) {
            Frame frame = new Frame(names.getOrDefault(stack.getFrames(i), "unknown"), Frame.Kind.KERNEL);
            outermostFirst[outermostFirst.length - 1 - i] = frames.get(frames.id(frame));
        }
        List<Frame> list = List.of(outermostFirst);
        int id = stackIds.computeIfAbsent(list, s -> stackIds.size());
        stacks.put(id, list);
        return id;
    }

    /** @param stackOfFile numbers of the file's stacks, as {@link #stack} gave them */
    void add(KernelSamples s, Map<Integer, Integer> stackOfFile) {
        int n = Math.min(Math.min(s.getTidCount(), s.getTimeCount()),
                Math.min(s.getStackCount(), s.getWaitedNsCount()));
        for (int i = 0; i < n; i++) {
            // without bounds (earlier recordings): one that is at no such time is the thread's first one after it
            long bound = i < s.getWithinNsCount() ? Integer.toUnsignedLong(s.getWithinNs(i)) : Long.MAX_VALUE;
            if (bound == 0 || bound == Long.MAX_VALUE)
                byTime.put(s.getTid(i), s.getBaseTime() + s.getTime(i), tids.size());
            within.add(bound);
            elsewhere.set(tids.size(), i < s.getElsewhereCount() && s.getElsewhere(i));
            tids.add(s.getTid(i));
            times.add(s.getBaseTime() + s.getTime(i));
            kernelStacks.add(stackOfFile.getOrDefault(s.getStack(i), NONE).intValue());
            waits.add(Math.max(0, s.getWaitedNs(i)));
        }
    }

    /** The number of what is known of a sample, once; else NONE. */
    int take(int tid, long time) {
        long origin = byTime.take(tid, time);
        if (origin == LabelTable.ABSENT)
            return NONE;
        taken.set((int) origin);
        return (int) origin;
    }

    /** How long the wait was; 0: it was none. */
    long waited(int origin) {
        return origin == NONE ? 0 : waits.getLong(origin);
    }

    /** Whether it is of a wait, and the sample's own stack of the same. */
    boolean isOwnWait(int origin) {
        return origin != NONE && waits.getLong(origin) > 0 && !elsewhere.get(origin);
    }

    /** A sample's whole stack, into the kernel: numbers of the process's stacks. */
    int wholeStack(int stack, int origin, Samples samples) {
        int kernel = origin == NONE ? NONE : kernelStacks.getInt(origin);
        boolean isCaller = origin == NONE || !elsewhere.get(origin);
        if (isCaller && kernel == NONE)
            return stack;
        long key = (long) (isCaller ? stack : NONE) << 32 | Integer.toUnsignedLong(kernel);
        return joined.computeIfAbsent(key, k -> {
            List<Frame> whole = new ArrayList<>(isCaller ? samples.stack(stack) : List.of(UNKNOWN_CALLER));
            if (kernel != NONE)
                whole.addAll(stacks.get(kernel));
            return samples.stack(List.copyOf(whole));
        });
    }

    /**
     * What is known of samples whose time was not told exactly: each is the thread's only one within its bounds.
     *
     * @return for each of the samples the number of its origin, or NONE
     */
    int[] ofLater(SampleColumns columns) {
        int n = columns.size();
        int[] sampleTids = new int[n];
        long[] sampleTimes = new long[n];
        int[] next = {0};
        columns.forEach((tid, time, stack, count) -> {
            sampleTids[next[0]] = tid;
            sampleTimes[next[0]++] = time;
        });
        int[] origins = new int[n];
        for (int i = 0; i < n; i++)
            origins[i] = take(sampleTids[i], sampleTimes[i]);
        long[] left = IntStream.range(0, tids.size()).filter(i -> !taken.get(i)).asLongStream()
                .toArray();
        Integer[] order = sorted(left.length, i -> tids.getInt((int) left[i]), i -> times.getLong((int) left[i]));
        Integer[] samples = sorted(n, i -> sampleTids[i], i -> sampleTimes[i]); // of which some have found theirs
        int at = 0;
        for (Integer o : order) {
            int origin = (int) left[o];
            while (at < samples.length && (origins[samples[at]] != NONE
                    || isBefore(sampleTids[samples[at]], sampleTimes[samples[at]], origin)))
                at++;
            if (at < samples.length && sampleTids[samples[at]] == tids.getInt(origin)
                    && sampleTimes[samples[at]] - times.getLong(origin) <= within.getLong(origin)) {
                origins[samples[at++]] = origin;
                taken.set(origin);
            }
        }
        return origins;
    }

    /** How many have found no sample: it was lost. */
    int lost() {
        return tids.size() - taken.cardinality();
    }

    private boolean isBefore(int tid, long time, int origin) {
        return tid < tids.getInt(origin) || tid == tids.getInt(origin) && time < times.getLong(origin);
    }

    private static Integer[] sorted(int n, IntUnaryOperator tid,
            IntToLongFunction time) {
        Integer[] order = new Integer[n];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, Comparator.<Integer>comparingInt(tid::applyAsInt)
                .thenComparingLong(time::applyAsLong));
        return order;
    }
}
