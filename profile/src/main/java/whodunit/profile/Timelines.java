// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

import it.unimi.dsi.fastutil.Arrays;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/**
 * A number for times of threads: what a thread was at each of them. Not thread-safe, but after {@link #sort} for those
 * that only ask.
 */
public final class Timelines {
    /** That there is none; numbers are of 32 bits, unsigned. */
    public static final long ABSENT = -1;

    /** What is known of one thread, in any order until it is asked. */
    private static final class Timeline {
        final LongArrayList times = new LongArrayList();
        final IntArrayList numbers = new IntArrayList();
        /** What comes in its order stays so: a recording's files do, each asked before the next one is read. */
        boolean sorted = true;

        void sort() {
            if (sorted)
                return;
            long[] t = times.elements();
            int[] n = numbers.elements();
            Arrays.quickSort(0, times.size(), (a, b) -> Long.compare(t[a], t[b]), (a, b) -> {
                long time = t[a];
                t[a] = t[b];
                t[b] = time;
                int number = n[a];
                n[a] = n[b];
                n[b] = number;
            });
            sorted = true;
        }

        /** The place of the last one up to that time; -1 if there is none. */
        int upTo(long time) {
            int at = java.util.Arrays.binarySearch(times.elements(), 0, times.size(), time);
            return at >= 0 ? at : -at - 2;
        }
    }

    private final Int2ObjectOpenHashMap<Timeline> threads = new Int2ObjectOpenHashMap<>();
    private int size;

    /** @param number 32 bits, unsigned */
    public void put(int tid, long time, int number) {
        Timeline line = threads.computeIfAbsent(tid, t -> new Timeline());
        line.sorted &= line.times.isEmpty() || time >= line.times.getLong(line.times.size() - 1);
        line.times.add(time);
        line.numbers.add(number);
        size++;
    }

    /** How many there are. */
    public int size() {
        return size;
    }

    public void sort() {
        threads.values().forEach(Timeline::sort);
    }

    private Timeline of(int tid) {
        Timeline line = threads.get(tid);
        if (line != null)
            line.sort();
        return line;
    }

    /** The thread's last number up to that time, or {@link #ABSENT}. */
    public long before(int tid, long time) {
        Timeline line = of(tid);
        int last = line == null ? -1 : line.upTo(time);
        return last < 0 ? ABSENT : line.numbers.getInt(last) & 0xffffffffL;
    }

    /** The thread's first number after one time and up to another, or {@link #ABSENT}. */
    public long between(int tid, long after, long upTo) {
        Timeline line = of(tid);
        int first = line == null ? 0 : line.upTo(after) + 1;
        return line == null || first >= line.times.size() || line.times.getLong(first) > upTo ? ABSENT
                : line.numbers.getInt(first) & 0xffffffffL;
    }
}
