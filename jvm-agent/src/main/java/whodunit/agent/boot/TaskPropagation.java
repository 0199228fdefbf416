// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;

/**
 * Lets contexts follow tasks from the thread that hands them over to the thread that runs them. The tasks themselves
 * stay as they are: queues, remove() and rejected-execution handlers see the application's own objects.
 *
 * <p>Called by instrumented JDK code, so it uses nothing that is instrumented itself. Without a transaction it costs
 * a look at the current context.
 */
public final class TaskPropagation {
    /** What {@link #begin} returns if nothing was attached, or if its advice failed; else what is to be restored. */
    static final int NOTHING = 0;
    /** The same if there was no context, and none is attached. */
    private static final int WAS_NONE = 1;
    /** Its other parts: the previous context + 1, whether that was carried, or none but in turns with others. */
    private static final int WAS_CARRIED = 1 << 31, WAS_NONE_IN_TURN = 1 << 30;

    private static final PendingTaskContexts WAITING = new PendingTaskContexts();

    /** Queues that contexts in {@link #WAITING} came from: a poller that hands itself to a pool comes back there. */
    private static final PendingTaskContexts SOURCES = new PendingTaskContexts();

    /** Threads that run virtual threads: what they run brings its own context. */
    private static final Class<?> CARRIER = ThreadContext.jdkClass("jdk.internal.misc.CarrierThread");

    private TaskPropagation() {}

    /**
     * A callable that runs under the current context; the given one if there is none.
     *
     * @param task what it was made of
     */
    public static <T> Callable<T> wrap(Callable<T> callable, Object task) {
        ThreadState state = ThreadContext.state();
        int context = callable == null ? 0 : state.context();
        return context == 0 || SharedThreads.serveFor(task) ? callable
                : new Carried<>(callable, context, state.sourceOf(context));
    }

    private static final class Carried<T> implements Callable<T> {
        private final Callable<T> callable;
        private final int context;
        private final int source;

        /** @param source the queue that the context came from, 0: none */
        Carried(Callable<T> callable, int context, int source) {
            this.callable = callable;
            this.context = context;
            this.source = source;
        }

        @Override
        public T call() throws Exception {
            return callable.call();
        }

        @Override
        public String toString() {
            return callable.toString();
        }
    }

    /** Attaches the context of a callable from {@link #wrap}; the result is for {@link #end}. */
    public static int beginCarried(Callable<?> callable) {
        return callable instanceof Carried<?> carried ? begin(carried.context, carried.source) : NOTHING;
    }

    /** Remembers the current context for a task that has just been made. */
    public static void created(Object task) {
        int context = ThreadContext.get();
        if (context != 0)
            WAITING.addFirst(task, context);
    }

    /** The same for one that only runs another. */
    public static void createdFor(Object task, Object other) {
        if (!SharedThreads.serveFor(other))
            created(task);
    }

    /** As {@link #created}, but also that there is none: {@link #tryBegin} tells that from what was never noted. */
    public static void waits(Object task) {
        WAITING.addFirst(task, ThreadContext.get());
    }

    /** Remembers the current context, if there is one, for who is told a result: as long as the future is there. */
    public static void waits(Object future, Object listener) {
        int context = ThreadContext.get();
        if (context != 0 && listener != null)
            WAITING.add(System.identityHashCode(listener), future, context);
    }

    /** It will not be told. */
    public static void waitsNoMore(Object future, Object listener) {
        if (listener != null && !WAITING.isEmpty())
            WAITING.takeNewest(System.identityHashCode(listener), future);
    }

    /** Attaches what {@link #waits(Object, Object)} has remembered, if anything; the result is for {@link #end}. */
    public static int beginTold(Object future, Object listener) {
        return listener == null || WAITING.isEmpty() ? NOTHING
                : attach(WAITING.takeOldest(System.identityHashCode(listener), future), 0);
    }

    /**
     * Attaches what {@link #waits(Object, Object)} has remembered, or none; the result is for {@link #end}.
     *
     * @param listener or a list of several: then what they have in common
     */
    public static int beginWaiting(Object future, Object listener) {
        if (!(listener instanceof ArrayList<?> all))
            return beginUnder(takeWaiting(future, listener));
        int common = all.isEmpty() ? 0 : takeWaiting(future, all.get(0));
        for (int i = 1; i < all.size(); i++)
            if (takeWaiting(future, all.get(i)) != common)
                common = 0;
        return beginUnder(common);
    }

    private static int takeWaiting(Object future, Object listener) {
        return listener == null || WAITING.isEmpty() ? 0
                : Math.max(WAITING.takeOldest(System.identityHashCode(listener), future), 0);
    }

    /**
     * Remembers the current context for a task that is handed to a pool, unless it is of a kind that has done so
     * itself.
     */
    public static void submitted(Runnable task) {
        if (task == null || task instanceof FutureTask || task instanceof ForkJoinTask)
            return;
        ThreadState state = ThreadContext.state();
        int context = state.context(), source = state.sourceOf(context);
        if (context != 0 || !WAITING.isEmpty())
            WAITING.add(0, task, context);
        if (source != 0 || !SOURCES.isEmpty())
            SOURCES.add(0, task, source);
    }

    /** As {@link #submitted}, but for tasks of libraries that use the pool for what serves everybody. */
    public static void submittedByApplication(Runnable task) {
        if (task != null && !SharedThreads.run(task.getClass()))
            submitted(task);
    }

    /** The pool did not take it. */
    public static void rejected(Runnable task) {
        if (mayWait(task)) {
            WAITING.takeNewest(0, task);
            SOURCES.takeNewest(0, task);
        }
    }

    /** It was taken out of the pool's queue, where its first place was. */
    public static void removed(Runnable task) {
        if (mayWait(task)) {
            WAITING.takeOldest(0, task);
            SOURCES.takeOldest(0, task);
        }
    }

    private static boolean mayWait(Runnable task) {
        return task != null && !WAITING.isEmpty() && !(task instanceof FutureTask) && !(task instanceof ForkJoinTask);
    }

    /**
     * Attaches the context that was remembered for the task; the result is for {@link #end}. What a task that is
     * nobody's takes over from a queue does not outlast it.
     */
    public static int begin(Object task) {
        int context = task == null || WAITING.isEmpty() ? PendingTaskContexts.NOTHING : WAITING.takeOldest(0, task);
        return context == PendingTaskContexts.NOTHING ? beginNobodys()
                : attach(context, SOURCES.isEmpty() ? 0 : SOURCES.takeOldest(0, task));
    }

    private static int beginNobodys() {
        return isCarrier() || ThreadContext.get() != 0 ? NOTHING : WAS_NONE;
    }

    private static boolean isCarrier() {
        return CARRIER != null && CARRIER.isInstance(Thread.currentThread());
    }

    /** As {@link #begin}, for a task that may turn out not to be ready and then runs again. */
    public static int tryBegin(Object task) {
        return WAITING.isEmpty() ? NOTHING : attach(WAITING.peek(task), 0);
    }

    /**
     * The same for one that takes things out of queues: a thread that works for nobody works for whoever has put them
     * there, until {@link #end}.
     */
    public static int tryBeginToTake(Object task) {
        ThreadState state = ThreadContext.state();
        int context = WAITING.isEmpty() ? PendingTaskContexts.NOTHING : WAITING.peek(task);
        if (context > 0 || state.context() != 0)
            return attach(context, 0);
        state.worksForPool();
        return begin(0);
    }

    /** As {@link #begin}, on a thread whose context is another task's: none if none was remembered. */
    public static int beginOrNone(Object task) {
        return beginUnder(task == null || WAITING.isEmpty() ? 0 : Math.max(WAITING.takeOldest(0, task), 0));
    }

    /**
     * As {@link #beginOrNone}, and until {@link #endMessage} the thread may work for whoever's elements it takes out of
     * queues.
     */
    public static int beginMessage(Object message) {
        int previous = begin(message == null || WAITING.isEmpty() ? 0 : Math.max(WAITING.takeOldest(0, message), 0));
        ThreadContext.state().drainsNoMore();
        ThreadContext.state().worksForPool();
        return previous;
    }

    /** The same for one that comes from nobody: the thread goes on for whom it works. */
    public static int beginSystemMessage() {
        ThreadState state = ThreadContext.state();
        int previous = begin(state.context());
        state.drainsNoMore();
        state.worksForPool();
        return previous;
    }

    /** What the thread does until {@link #end} is nobody's, if it works for several by turns. */
    public static int beginForAll() {
        ThreadState state = ThreadContext.state();
        return state.drains() && state.isCarried(state.context()) ? begin(0) : NOTHING;
    }

    /** Whether the thread works for whose elements it takes out of queues. */
    public static boolean drains() {
        return ThreadContext.state().drains();
    }

    public static void endMessage(int previous) {
        end(previous);
        ThreadContext.state().drainsNoMore();
    }

    /** As {@link #beginOrNone}, for what goes on several times. */
    public static int tryBeginOrNone(Object task) {
        return beginUnder(WAITING.isEmpty() ? 0 : Math.max(WAITING.peek(task), 0));
    }

    /** The same; if the thread delivers what the task waited for, it goes on for whom the thread works from now on. */
    public static int tryBeginDelivered(Object task) {
        if (ThreadContext.state().takeDelivery())
            waits(task);
        return tryBeginOrNone(task);
    }

    /** Under the context that the task has begun under, or under none; now it may begin. */
    public static int beginAsAtFirst(Object task) {
        int context = WAITING.peek(task);
        if (context != PendingTaskContexts.NOTHING)
            return beginUnder(context);
        waits(task);
        return NOTHING;
    }

    /** The calling thread handles what is in the queue for who has put it there, until {@link #end}. */
    public static int beginToServe(Object queue) {
        ThreadState state = ThreadContext.state();
        int previous = begin(state.context());
        state.comesFrom(System.identityHashCode(queue));
        return previous;
    }

    /** Whatever the calling thread takes over until {@link #end}, it goes on then for whom it works now. */
    public static int beginPart() {
        return begin(ThreadContext.get());
    }

    /** What the calling thread does until {@link #end} is nobody's. */
    public static int beginForNobody() {
        return beginUnder(0);
    }

    /** The same where it schedules a task that a library runs again and again for everybody. */
    public static int beginPeriodic(Runnable task) {
        return task != null && SharedThreads.runPeriodically(task.getClass()) ? beginForNobody() : NOTHING;
    }

    /** The same where it schedules a task of a library's own that runs once. */
    public static int beginScheduled(Runnable task) {
        return task != null && SharedThreads.runOnce(task.getClass()) ? beginForNobody() : NOTHING;
    }

    /** The same where it schedules a message: an actor that sends itself one again and again serves everybody. */
    public static int beginScheduled(Object receiver, Object sender) {
        return receiver == sender ? beginForNobody() : NOTHING;
    }

    /** Attaches the context, 0 being none; the result is for {@link #end}. */
    static int beginUnder(int context) {
        return context == 0 && ThreadContext.get() == 0 ? NOTHING : begin(context);
    }

    /** A task that runs under the current context, or under none if there is none. */
    public static Runnable carried(Runnable task) {
        return task == null ? null : new CarriedTask(task, ThreadContext.get());
    }

    /** The same for what is to be given a result. */
    public static <T> Consumer<T> carried(Consumer<T> consumer) {
        return consumer == null ? null : new CarriedConsumer<>(consumer, ThreadContext.get());
    }

    private record CarriedConsumer<T>(Consumer<T> consumer, int context) implements Consumer<T> {
        @Override
        public void accept(T result) {
            int previous = beginUnder(context);
            try {
                consumer.accept(result);
            } finally {
                end(previous);
            }
        }
    }

    private static int attach(int context, int source) {
        if (context == PendingTaskContexts.NOTHING || isCarrier())
            return NOTHING;
        return begin(context, source);
    }

    static int begin(int context) {
        return begin(context, 0);
    }

    private static int begin(int context, int source) {
        ThreadState state = ThreadContext.state();
        boolean carried = state.isCarried(state.context());
        boolean inTurn = carried && state.context() == 0 && state.drains();
        if (!carried || state.context() == 0 && !inTurn) { // else it is part of work that goes on, with its sources
            state.forgetSources();
            if (source > 0)
                state.comesFrom(source);
        }
        return state.carry(context) + 1 | (carried ? WAS_CARRIED : 0) | (inTurn ? WAS_NONE_IN_TURN : 0);
    }

    public static void end(int previous) {
        if (previous == NOTHING)
            return;
        ThreadState state = ThreadContext.state();
        int context = (previous & ~(WAS_CARRIED | WAS_NONE_IN_TURN)) - 1;
        if ((previous & WAS_CARRIED) == 0 || context == 0 && (previous & WAS_NONE_IN_TURN) == 0)
            state.forgetSources();
        if ((previous & WAS_CARRIED) != 0)
            state.carry(context);
        else {
            state.carry(0);
            state.set(context);
        }
    }

    /** A pool's worker has taken a task from its queue: what it ran before is over. */
    public static void workerTook(Runnable task) {
        ThreadState state = ThreadContext.state();
        state.worksForPool();
        idle(state);
        if (!(task instanceof FutureTask))
            begin(task);
    }

    /** The calling thread's work is over, and it waits for more. */
    public static void idle() {
        idle(ThreadContext.state());
    }

    private static void idle(ThreadState state) {
        if (state.context() != 0 || state.drains()) {
            state.carry(0);
            state.forgetSources();
        }
    }
}
