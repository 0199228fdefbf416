// SPDX-License-Identifier: Apache-2.0
package whodunit.seda;

/**
 * A stage as an element of contexts. What it learns about one context it keeps: a stage is reached on few paths, so
 * that taking up an event is a look-up. Thread-safe, without lock on the way of a known context.
 */
public final class StagePath {
    /**
     * Contexts that are kept. A program that begins new ones without end must not fill the memory: the rest is asked
     * for each time.
     */
    private static final int LIMIT = 4096;

    private final String name;
    /** While the stage's threads wait; 0 until one does. */
    private volatile int waiting;
    /**
     * Open addressing over pairs (context, context after it); a second that is 0 marks an empty pair. Replaced, never
     * changed.
     */
    private volatile int[] known = new int[32];
    private int size;

    public StagePath(String name) {
        this.name = name;
    }

    /**
     * The context under which this stage handles an event that was enqueued under the given one: (context, stage), but
     * if the stage occurs already in the run of stages at its end, the path ends there, so that chains through one
     * stage collapse and loops are pruned (paper, section 4.2).
     */
    public int after(int context) {
        if (!Contexts.ON)
            return 0;
        int[] pairs = known;
        int after = pairs[slot(pairs, context) + 1];
        return after != 0 ? after : learn(context);
    }

    /** The calling thread waits, or looks, for events of this stage: what that costs is the stage's. */
    public void waits() {
        if (!Contexts.ON)
            return;
        if (waiting == 0)
            waiting = Contexts.waiting(name);
        StageThread.waitsUnder(waiting);
    }

    private static int slot(int[] pairs, int context) {
        int mask = pairs.length - 2;
        int i = context * 0x9E3779B9 >>> 15 & mask;
        while (pairs[i + 1] != 0 && pairs[i] != context)
            i = i + 2 & mask;
        return i;
    }

    private synchronized int learn(int context) {
        int after = Contexts.concat(context, name);
        int[] pairs = known;
        if (after == 0 || size == LIMIT || pairs[slot(pairs, context) + 1] != 0)
            return after;
        int[] more = new int[++size * 4 > pairs.length ? pairs.length * 2 : pairs.length];
        for (int i = 0; i < pairs.length; i += 2)
            if (pairs[i + 1] != 0)
                put(more, pairs[i], pairs[i + 1]);
        put(more, context, after);
        known = more;
        return after;
    }

    private static void put(int[] pairs, int context, int after) {
        int i = slot(pairs, context);
        pairs[i] = context;
        pairs[i + 1] = after;
    }
}
