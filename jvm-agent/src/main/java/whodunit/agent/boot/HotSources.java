// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Lets a request go on for itself that waits for one result of what others emit into a hot source of Reactor's,
 * RxJava's or Mutiny's, or for a source of one result that others give it. Who takes all there is, or comes back for
 * more, works for those who emit.
 */
public final class HotSources {
    private static final String REACTOR = "reactor.core.publisher.";
    private static final String MUTINY = "io.smallrye.mutiny.operators.";
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

    private static final Wait NOBODYS = new Wait(0, 0);

    /** How many subscribers may stand between an emitter and who has subscribed, that one included. */
    private static final int BETWEEN = 3;

    /** Operators that make one result of many elements and may have it before the last: nested classes subscribe. */
    public static String[] earlyWaiters() {
        return names(new String[] {"MonoNext", "MonoElementAt", "MonoHasElements", "MonoAny", "MonoAll", "FluxTake",
                "FluxLimitRequest"},
                new String[] {"ElementAtMaybe", "ElementAtSingle", "AnySingle", "AllSingle", "Take"},
                new String[] {"uni.builders.UniCreateFromPublisher", "multi.MultiSelectFirstOp"});
    }

    /** Those that have it with the last. */
    public static String[] lateWaiters() {
        return names(new String[] {"MonoSingle", "MonoTakeLastOne", "MonoCount", "MonoCollect", "MonoCollectList",
                "MonoStreamCollector", "MonoReduce", "MonoReduceSeed", "MonoIgnoreElements", "MonoIgnoreThen"},
                new String[] {"SingleMaybe", "SingleSingle", "LastMaybe", "LastSingle", "CountSingle", "CollectSingle",
                        "ToListSingle", "ReduceMaybe", "ReduceSeedSingle", "IgnoreElementsCompletable"},
                new String[] {"multi.MultiCollectorOp", "multi.MultiLastItemOp"});
    }

    static String[] waiters() {
        List<String> all = new ArrayList<>(List.of(earlyWaiters()));
        all.addAll(List.of(lateWaiters()));
        return all.toArray(new String[0]);
    }

    private static String[] names(String[] reactor, String[] rxJava, String[] mutiny) {
        List<String> all = new ArrayList<>();
        for (String name : reactor)
            all.add(REACTOR + name);
        for (String name : mutiny)
            all.add(MUTINY + name);
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

    /**
     * It subscribes to a source of one result, which asks the callback for it, each time anew. Whoever comes back to
     * the same place of the program from there may be a loop, as long as only one request has begun to wait there.
     */
    public static void asks(Object callback, Object subscriber) throws IllegalAccessException {
        ThreadState state = ThreadContext.state();
        int context = state.context(), place = System.identityHashCode(callback.getClass());
        boolean comesBack = state.goesOnFrom() == place;
        if (context == 0 && !comesBack || WAITS.get(subscriber) != null || Subscribers.repeats(subscriber))
            return;
        if (!comesBack)
            STARTED.add(place);
        boolean waits = context != 0 && (!comesBack || STARTED.areMany(place));
        WAITS.put(subscriber, new Wait(waits ? context : Wait.EMITTER, place));
    }

    /** It subscribes to what will have one result, once for all. */
    public static void waits(Object subscriber) {
        ThreadState state = ThreadContext.state();
        if (state.context() != 0 && WAITS.get(subscriber) == null)
            WAITS.put(subscriber, new Wait(state.context(), state.goesOnFrom()));
    }

    /** The waiter is told something, and goes on for whom it waits, until {@link #goneOn} with the result. */
    public static long goesOn(Object waiter) {
        return goesOn(WAITS.get(waiter));
    }

    /** The same for the one to whom an emitter passes on what it is given. */
    public static long goesOnBehind(Object emitter) throws IllegalAccessException {
        Object at = WAITS.isEmpty() ? null : Subscribers.next(emitter);
        for (int i = 0; at != null && i < BETWEEN; i++, at = Subscribers.next(at)) {
            Wait wait = WAITS.get(at);
            if (wait != null)
                return goesOn(wait);
        }
        return UNKNOWN;
    }

    /** The same for all who wait: for whom they have in common, else for nobody. */
    public static long goOn(AtomicReference<?> inners) throws IllegalAccessException {
        if (WAITS.isEmpty() || !(inners.get() instanceof Object[] all))
            return UNKNOWN;
        Wait common = null;
        for (int i = 0; i < all.length; i++) {
            Object waiter = Subscribers.next(all[i]);
            Wait wait = waiter == null ? null : WAITS.get(waiter);
            if (i > 0 && (wait == null ? 0 : wait.context) != (common == null ? 0 : common.context))
                return goesOn(NOBODYS);
            common = wait;
        }
        return goesOn(common);
    }

    private static long goesOn(Wait wait) {
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
