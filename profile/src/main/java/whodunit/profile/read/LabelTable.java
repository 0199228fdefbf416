package whodunit.profile.read;

/** Finds the label of (thread, time of sample): open addressing over primitive arrays, for tens of millions of labels. */
final class LabelTable {
    static final int ABSENT = -1;

    private long[] times = new long[1 << 12];
    private int[] tids = new int[1 << 12];
    private int[] contexts = new int[1 << 12];
    private int size;

    /** Of two labels for the same sample the later one counts (docs/format.md). */
    void put(int tid, long time, int context) {
        if (size * 2 >= times.length)
            grow();
        int slot = slot(tid, time);
        if (tids[slot] == 0)
            size++;
        tids[slot] = tid;
        times[slot] = time;
        contexts[slot] = context;
    }

    int get(int tid, long time) {
        int slot = slot(tid, time);
        return tids[slot] == 0 ? ABSENT : contexts[slot];
    }

    private int slot(int tid, long time) {
        long h = (time * 0x9E3779B97F4A7C15L) ^ (tid * 0xC2B2AE3D27D4EB4FL);
        int mask = times.length - 1;
        int i = (int) (h >>> 32) & mask;
        while (tids[i] != 0 && (tids[i] != tid || times[i] != time))
            i = (i + 1) & mask;
        return i;
    }

    private void grow() {
        long[] oldTimes = times;
        int[] oldTids = tids, oldContexts = contexts;
        times = new long[oldTimes.length * 2];
        tids = new int[times.length];
        contexts = new int[times.length];
        size = 0;
        for (int i = 0; i < oldTids.length; i++)
            if (oldTids[i] != 0)
                put(oldTids[i], oldTimes[i], oldContexts[i]);
    }
}
