// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

/**
 * Lets contexts follow what is emitted into Kotlin's shared flows, and into sinks of Reactor's that replay, to their
 * collectors, each of which gets every value. A collector goes on for who has emitted, if it works for nobody
 * otherwise, or if it is the only one that a request has started and several requests emit. Several that requests have
 * started wait for what is their own.
 *
 * <p>A flow never uses an index twice. A value is noted before anybody can see it.
 */
public final class SharedFlows {
    /** By flow, index and value, or by a node. */
    private static final RecentContexts EMITTED = new RecentContexts();

    private static final StartedCollectors STARTED = new StartedCollectors();

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
        int id = System.identityHashCode(flow);
        EMITTED.put(hash(id, index, value), context);
        if (context != 0) {
            used = true;
            SharedChannels.put(id, context);
        }
    }

    /** A node was made for what the calling thread is about to emit. */
    public static void made(Object node) {
        int context = ThreadContext.get();
        if (context != 0 || used)
            EMITTED.put(hash(node), context);
    }

    /** The calling coroutine begins to collect. */
    public static void collects(Object flow, Object slot) {
        int context = ThreadContext.get();
        BEGUN.put(slot, context);
        if (context != 0)
            STARTED.add(System.identityHashCode(flow));
    }

    /** It has got the value of the index. */
    public static void collected(Object flow, Object slot, long index, Object value) {
        if (used)
            collected(flow, slot, EMITTED.get(hash(System.identityHashCode(flow), index, value)));
    }

    /** It has got a value from a node that was made where that was emitted. */
    public static void collected(Object flow, Object slot, Object node) {
        if (used)
            collected(flow, slot, EMITTED.get(hash(node)));
    }

    private static void collected(Object flow, Object slot, int emitted) {
        ThreadState state = ThreadContext.state();
        Integer begun = state.isPaused() ? null : BEGUN.get(slot);
        if (begun == null)
            return;
        int id = System.identityHashCode(flow),
                context = begun == 0 || serves(id) ? emitted : STARTED.isKnown(id) ? begun : 0;
        if (context != state.context())
            state.drains(id, context);
    }

    /** There was no value. */
    public static void foundNone(Object flow) {
        ThreadState state = ThreadContext.state();
        if (state.drains())
            state.foundEmpty(System.identityHashCode(flow));
    }

    /**
     * The calling thread passes on what several have emitted, until TaskPropagation.end: for who has begun to collect,
     * or for nobody.
     */
    public static int asks(Object flow, Object slot) {
        int own = used ? ThreadContext.get() : 0, id = System.identityHashCode(flow);
        Integer begun = own == 0 || !SharedChannels.is(id) || !ThreadContext.state().isCarried(own) ? null
                : BEGUN.get(slot);
        return begun == null ? TaskPropagation.NOTHING : TaskPropagation.beginUnder(serves(id) ? 0 : begun);
    }

    /** It collects no more, and goes on for whom it has begun. */
    public static void leaves(Object slot) {
        Integer begun = BEGUN.remove(slot);
        if (begun != null)
            ThreadContext.state().carryInstead(begun);
    }

    /** Whether a collector that a request has started works for those who emit. */
    private static boolean serves(int flow) {
        return STARTED.isKnown(flow) && !STARTED.areMany(flow) && SharedChannels.is(flow);
    }

    private static int hash(int flow, long index, Object value) {
        return ((flow * 31 + System.identityHashCode(value)) * 0x85EBCA6B ^ (int) index) * 0xC2B2AE35;
    }

    private static int hash(Object node) {
        return System.identityHashCode(node) * 0xC2B2AE35;
    }
}
