// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

/** What sweeps have added up. */
final class SweepSums {
    final EdgeSums edges = new EdgeSums();
    /**
     * Each thread's own time: (vertex, vertex waited for, {@link Share}, tier); of waits, also the time that it was
     * ready after them.
     */
    final EdgeSums shares = new EdgeSums();
    /** What threads have computed of which intervals tell for whom: (type, tier). */
    final EdgeSums stretches = new EdgeSums();
    /** By thread, what it has computed of which intervals do not tell for whom. */
    final long[] untoldNanos;
    /** By thread: whether intervals tell of anything that it has done for a request. */
    final boolean[] hasWorked;
    /** By thread. */
    final long[] ranNanos;
    final long[] runnableNanos;
    final long[] waitedNanos;
    /** That could be read. */
    long intervals;
    long damaged;
    /** By thread: whether it takes requests from connections and hands them over. */
    final boolean[] handsOver;
    /** By thread, waits of half the recorded time, and longer ones. */
    final long[] leftOutNanos;
    long leftOut;

    SweepSums(int threads) {
        untoldNanos = new long[threads];
        hasWorked = new boolean[threads];
        ranNanos = new long[threads];
        runnableNanos = new long[threads];
        waitedNanos = new long[threads];
        leftOutNanos = new long[threads];
        handsOver = new boolean[threads];
    }

    /** Of the same threads. */
    synchronized void addAll(SweepSums other) {
        edges.addAll(other.edges);
        shares.addAll(other.shares);
        stretches.addAll(other.stretches);
        intervals += other.intervals;
        damaged += other.damaged;
        leftOut += other.leftOut;
        for (int i = 0; i < ranNanos.length; i++) {
            untoldNanos[i] += other.untoldNanos[i];
            hasWorked[i] |= other.hasWorked[i];
            ranNanos[i] += other.ranNanos[i];
            runnableNanos[i] += other.runnableNanos[i];
            waitedNanos[i] += other.waitedNanos[i];
            leftOutNanos[i] += other.leftOutNanos[i];
            handsOver[i] |= other.handsOver[i];
        }
    }
}
