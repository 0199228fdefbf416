// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.read;

/**
 * Labels that wait for their samples, by (thread, time of sample): open addressing over primitive arrays. A label that
 * has found its sample is gone, so the table holds a few seconds' labels, however long the recording is.
 */
final class LabelTable {
    static final long ABSENT = -1;
    /** In {@link #tids}: nothing was ever here, or something was and look-ups must go on. */
    private static final int FREE = 0, TAKEN = -1;

    private long[] times = new long[1 << 12];
    private int[] tids = new int[1 << 12];
    private int[] contexts = new int[1 << 12];
    private int used;
    private int waiting;

    /**
     * Of two labels for one sample the later counts (docs/format.md), if it comes before the sample is taken. Thread
     * ids are positive; others come from damaged files.
     */
    void put(int tid, long time, int context) {
        if (tid <= 0)
            return;
        if (used * 2 >= times.length)
            rebuild();
        int slot = slot(tid, time);
        if (tids[slot] == FREE) {
            used++;
            waiting++;
        }
        tids[slot] = tid;
        times[slot] = time;
        contexts[slot] = context;
    }

    /** The context (32 bits, unsigned) of a sample, once; else ABSENT. */
    long take(int tid, long time) {
        int slot = tid <= 0 ? -1 : slot(tid, time);
        if (slot < 0 || tids[slot] == FREE)
            return ABSENT;
        tids[slot] = TAKEN;
        waiting--;
        return contexts[slot] & 0xffffffffL;
    }

    private int slot(int tid, long time) {
        long h = (time * 0x9E3779B97F4A7C15L) ^ (tid * 0xC2B2AE3D27D4EB4FL);
        int mask = times.length - 1;
        int i = (int) (h >>> 32) & mask;
        while (tids[i] != FREE && (tids[i] != tid || times[i] != time))
            i = (i + 1) & mask;
        return i;
    }

    private void rebuild() {
        long[] oldTimes = times;
        int[] oldTids = tids, oldContexts = contexts;
        int capacity = waiting * 4 > times.length ? times.length * 2 : times.length;
        times = new long[capacity];
        tids = new int[capacity];
        contexts = new int[capacity];
        used = waiting = 0;
        for (int i = 0; i < oldTids.length; i++)
            if (oldTids[i] > 0)
                put(oldTids[i], oldTimes[i], oldContexts[i]);
    }
}
