// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import java.util.ArrayList;
import java.util.List;

/**
 * Lets a request go on for itself that waits for one result of what others emit into a hot source of Reactor's or
 * RxJava's. Who takes all there is, or comes back for more, works for those who emit.
 */
public final class HotSources {
    private static final String REACTOR = "reactor.core.publisher.Mono";
    private static final String[] RXJAVA = {"io.reactivex.rxjava3.internal.operators.",
            "io.reactivex.internal.operators."};

    /** What is known of who waits, by the subscriber that passes the result on. */
    private static final WeakIdentityMap<Wait> WAITS = new WeakIdentityMap<>();

    /** What {@link #goesOn} returns for who does not wait, or if its advice failed; and what is set otherwise. */
    private static final long UNKNOWN = 0, KNOWN = Long.MIN_VALUE;

    private static final StartedCollectors STARTED = new StartedCollectors();

    private HotSources() {}

    /**
     * @param context {@link #EMITTER} for the only one who waits, once it has come back, or may have: it may be a loop
     * @param source  identity hash of what is waited at
     */
    private record Wait(int context, int source) {
        static final int EMITTER = -1;
    }

    /** Operators that make one result of many elements and may have it before the last: nested classes subscribe. */
    public static String[] earlyWaiters() {
        return names(new String[] {"Next", "ElementAt", "HasElements", "Any", "All"},
                new String[] {"ElementAtMaybe", "ElementAtSingle", "AnySingle", "AllSingle"});
    }

    /** Those that have it with the last. */
    public static String[] lateWaiters() {
        return names(new String[] {"Single", "TakeLastOne", "Count", "Collect", "CollectList", "StreamCollector",
                "Reduce", "ReduceSeed", "IgnoreElements", "IgnoreThen"},
                new String[] {"SingleMaybe", "SingleSingle", "LastMaybe", "LastSingle", "CountSingle", "CollectSingle",
                        "ToListSingle", "ReduceMaybe", "ReduceSeedSingle", "IgnoreElementsCompletable"});
    }

    static String[] waiters() {
        List<String> all = new ArrayList<>(List.of(earlyWaiters()));
        all.addAll(List.of(lateWaiters()));
        return all.toArray(new String[0]);
    }

    private static String[] names(String[] reactor, String[] rxJava) {
        List<String> all = new ArrayList<>();
        for (String name : reactor)
            all.add(REACTOR + name);
        for (String library : RXJAVA)
            for (String name : rxJava) {
                all.add(library + "observable.Observable" + name);
                all.add(library + "flowable.Flowable" + name);
            }
        return all.toArray(new String[0]);
    }

    /**
     * The calling thread subscribes to a source. With a context of its own it surely does so for a request that begins
     * to wait; with a carried one it may have come back from elsewhere.
     */
    public static void subscribes(Object source, Object subscriber) throws IllegalAccessException {
        ThreadState state = ThreadContext.state();
        int context = state.context(), id = System.identityHashCode(source);
        boolean comesBack = state.goesOnFrom() == id;
        Object waiter = context == 0 && !comesBack ? null : Subscribers.waiting(subscriber);
        if (waiter == null || WAITS.get(waiter) != null)
            return;
        boolean begins = !comesBack && (!state.isCarried(context) || !STARTED.isKnown(id));
        if (begins)
            STARTED.add(id);
        boolean waits = context != 0 && (begins || STARTED.areMany(id));
        WAITS.put(waiter, new Wait(waits ? context : Wait.EMITTER, id));
    }

    /** The waiter is told something, and goes on for whom it waits, until {@link #goneOn} with the result. */
    public static long goesOn(Object waiter) {
        Wait wait = WAITS.get(waiter);
        if (wait == null)
            return UNKNOWN;
        ThreadState state = ThreadContext.state();
        int previous = wait.context == Wait.EMITTER || wait.context == state.context() ? TaskPropagation.NOTHING
                : TaskPropagation.beginUnder(wait.context);
        long before = KNOWN | (long) state.goesOnFrom() << 32 | previous & 0xFFFFFFFFL;
        state.goesOnFrom(wait.source);
        return before;
    }

    public static void goneOn(long before) {
        if (before == UNKNOWN)
            return;
        ThreadContext.state().goesOnFrom((int) ((before & ~KNOWN) >>> 32));
        TaskPropagation.end((int) before);
    }
}
