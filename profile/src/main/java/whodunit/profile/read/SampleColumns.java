// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.read;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;

/** Samples as columns of primitives: thread, time (CLOCK_MONOTONIC ns), stack, and how many it stands for. */
final class SampleColumns {
    /** Is told one sample. */
    interface Visitor {
        void sample(int tid, long time, int stack, long n);
    }

    private final IntArrayList tids = new IntArrayList();
    private final LongArrayList times = new LongArrayList();
    private final IntArrayList stacks = new IntArrayList();
    private final IntArrayList counts = new IntArrayList();

    void add(int tid, long time, int stack, long n) {
        tids.add(tid);
        times.add(time);
        stacks.add(stack);
        counts.add((int) n);
    }

    int size() {
        return tids.size();
    }

    void forEach(Visitor visitor) {
        for (int i = 0; i < tids.size(); i++)
            visitor.sample(tids.getInt(i), times.getLong(i), stacks.getInt(i), counts.getInt(i));
    }
}
