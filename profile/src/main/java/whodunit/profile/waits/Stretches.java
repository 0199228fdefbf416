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
        int type = begun[thread] > 1 ? SEVERAL : common(thread, before, after[thread],
                begun[thread] == 0 ? 0 : lastBegun[thread]);
        sums.hasWorked[thread] |= type != NONE;
        if (type >= 0)
            sums.stretches.add(type, tiers.of(thread), 0, 0, 0, ran[thread], 0, 1);
        else
            sums.untoldNanos[thread] += ran[thread];
    }

    /** The type of all these contexts but 0; NONE or SEVERAL. */
    private int common(int thread, int... contexts) {
        int type = NONE;
        for (int context : contexts)
            if (context != 0 && type != SEVERAL) {
                int of = vertices.of(thread, context);
                type = type == NONE || type == of ? of : SEVERAL;
            }
        return type;
    }
}
