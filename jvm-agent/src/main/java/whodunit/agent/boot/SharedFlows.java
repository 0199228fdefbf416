// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

/**
 * Lets contexts follow what is emitted into Kotlin's shared flows to their collectors, each of which gets every value.
 * A collector goes on for who has emitted, if it works for nobody otherwise, or if it is the only one that a request
 * has started and several requests emit. Several that requests have started wait for what is their own.
 *
 * <p>A flow never uses an index twice, so nothing is forgotten: a table of fixed size, as {@link LentElements} has. Who
 * has emitted what was lost there is nobody. The flow's lock is held where a value is noted, and was held before it is
 * looked for.
 */
public final class SharedFlows {
    private static final int BITS = 13;

    /** Flow, index and value as a hash, and the context. A flow's last values do not drive out each other. */
    private static final long[] EMITTED = new long[1 << BITS];

    /** By the flow: its identity, and how many collectors requests have started, of which two are many. */
    private static final int[] FLOW = new int[1 << BITS];
    private static final byte[] STARTED = new byte[1 << BITS];

    /** For whom a collector, by its slot, has begun; also if that is nobody. */
    private static final WeakIdentityMap<Integer> BEGUN = new WeakIdentityMap<>();

    /** Whether anything was ever emitted under a context. */
    private static volatile boolean used;

    private SharedFlows() {}

    /** The calling coroutine is about to emit the value, which gets the index if the flow takes it. */
    public static void emits(Object flow, long index, Object value) {
        int context = ThreadContext.get();
        if (context == 0 && !used)
            return;
        int id = System.identityHashCode(flow), hash = hash(id, index, value);
        EMITTED[place(id, index)] = (long) hash << 32 | context;
        if (context != 0) {
            used = true;
            SharedChannels.put(id, context);
        }
    }

    /** The calling coroutine begins to collect. */
    public static void collects(Object flow, Object slot) {
        int context = ThreadContext.get();
        BEGUN.put(slot, context);
        if (context == 0)
            return;
        int id = System.identityHashCode(flow), place = place(id);
        STARTED[place] = (byte) (FLOW[place] == id ? 2 : 1);
        FLOW[place] = id;
    }

    /** It has got the value of the index. */
    public static void collected(Object flow, Object slot, long index, Object value) {
        ThreadState state = ThreadContext.state();
        int own = state.context();
        if (state.isPaused() || own == 0 && !used)
            return;
        Integer begun = BEGUN.get(slot);
        if (begun == null)
            return;
        int id = System.identityHashCode(flow);
        int context = begun != 0 && !serves(id) ? begun : emitted(id, index, value);
        if (context != own)
            state.drains(id, context);
    }

    /** It collects no more, and goes on for whom it has begun. */
    public static void leaves(Object slot) {
        Integer begun = BEGUN.remove(slot);
        if (begun != null)
            ThreadContext.state().carryInstead(begun);
    }

    /** Whether a collector that a request has started works for those who emit. */
    private static boolean serves(int flow) {
        int place = place(flow);
        return FLOW[place] == flow && STARTED[place] == 1 && SharedChannels.is(flow);
    }

    private static int emitted(int flow, long index, Object value) {
        long found = EMITTED[place(flow, index)];
        return (int) (found >>> 32) == hash(flow, index, value) ? (int) found : 0;
    }

    private static int hash(int flow, long index, Object value) {
        return ((flow * 31 + System.identityHashCode(value)) * 0x85EBCA6B ^ (int) index) * 0xC2B2AE35;
    }

    private static int place(int flow, long index) {
        return place(flow) + (int) index & (1 << BITS) - 1;
    }

    private static int place(int flow) {
        return flow * 0x9E3779B9 >>> 32 - BITS;
    }
}
