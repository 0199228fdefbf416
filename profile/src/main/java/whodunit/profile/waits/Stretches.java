// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

/**
 * What threads compute between two waits. It is a request's if the thread had the request's context in the wait before
 * or after, or has begun to work for it in between. Where it has worked for several, intervals do not tell how long for
 * which. Seen backwards.
 */
final class Stretches {
    private static final int NONE = -1;
    private static final int SEVERAL = -2;

    private final Vertices vertices;
    private final ThreadTiers tiers;
    private final SweepSums sums;
    // by thread, of the stretch that the sweep is in
    /** What the thread computes in it. */
    private final long[] ran;
    /** Its context in the wait after it. */
    private final int[] after;
    /** How many requests it has begun to work for, and the context of the last one. */
    private final int[] begun;
    private final int[] lastBegun;

    Stretches(Vertices vertices, ThreadTiers tiers, SweepSums sums, int threads) {
        this.vertices = vertices;
        this.tiers = tiers;
        this.sums = sums;
        ran = new long[threads];
        after = new int[threads];
        begun = new int[threads];
        lastBegun = new int[threads];
    }

    /** Takes the thread's interval before those that it has taken. */
    void take(Intervals in, int i, int thread, long ranBefore) {
        if (in.kind[i] != WaitKind.PREEMPTED.ordinal()) {
            add(thread, in.context[i]);
            ran[thread] = 0;
            after[thread] = in.context[i];
            begun[thread] = 0;
        }
        ran[thread] += ranBefore;
        if (begun[thread] == 0)
            lastBegun[thread] = in.lastBegun[i];
        begun[thread] += in.begun[i];
    }

    /** Adds what has begun before the time of the sweep. */
    void end() {
        for (int thread = 0; thread < ran.length; thread++)
            add(thread, 0);
    }

    private void add(int thread, int before) {
        int type = begun[thread] > 1 ? SEVERAL : common(type(thread, before), type(thread, after[thread]));
        if (begun[thread] == 1)
            type = common(type, type(thread, lastBegun[thread]));
        sums.hasWorked[thread] |= type != NONE;
        if (type >= 0)
            sums.stretches.add(type, tiers.of(thread), 0, 0, 0, ran[thread], 0, 1);
        else
            sums.untoldNanos[thread] += ran[thread];
    }

    private int type(int thread, int context) {
        return context == 0 ? NONE : vertices.of(thread, context);
    }

    private static int common(int type, int other) {
        if (type == NONE || type == other)
            return other;
        return other == NONE ? type : SEVERAL;
    }
}
