// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.read;

import it.unimi.dsi.fastutil.Arrays;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * Under which context each thread was last sampled. For the engine wall: the sampler signals a thread that sleeps on
 * once in many ticks, and counts those in between without waking it, so that these have no label. The thread has hardly
 * run since its sample before, hence its context is that sample's.
 */
final class LastContexts {
    /** What is known of one thread, in any order until it is asked. */
    private static final class Samples {
        final LongArrayList times = new LongArrayList();
        final IntArrayList contexts = new IntArrayList();
        boolean sorted;

        void sort() {
            long[] t = times.elements();
            int[] c = contexts.elements();
            Arrays.quickSort(0, times.size(), (a, b) -> Long.compare(t[a], t[b]), (a, b) -> {
                long time = t[a];
                t[a] = t[b];
                t[b] = time;
                int context = c[a];
                c[a] = c[b];
                c[b] = context;
            });
            sorted = true;
        }
    }

    private final Int2ObjectOpenHashMap<Samples> threads = new Int2ObjectOpenHashMap<>();

    /** @param context 32 bits, unsigned */
    void put(int tid, long time, int context) {
        Samples s = threads.computeIfAbsent(tid, t -> new Samples());
        s.times.add(time);
        s.contexts.add(context);
        s.sorted = false;
    }

    /**
     * The context (32 bits, unsigned) of the thread's last sample up to that time; without one,
     * {@link LabelTable#ABSENT}.
     */
    long before(int tid, long time) {
        Samples s = threads.get(tid);
        if (s == null)
            return LabelTable.ABSENT;
        if (!s.sorted)
            s.sort();
        int at = java.util.Arrays.binarySearch(s.times.elements(), 0, s.times.size(), time);
        int last = at >= 0 ? at : -at - 2;
        return last < 0 ? LabelTable.ABSENT : s.contexts.getInt(last) & 0xffffffffL;
    }
}
