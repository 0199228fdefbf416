package whodunit.agent.boot;

import java.util.concurrent.Callable;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.FutureTask;

/**
 * Lets contexts follow tasks from the thread that hands them over to the thread that runs them. The tasks themselves
 * stay as they are: queues, remove() and rejected-execution handlers see the application's own objects.
 *
 * <p>Called by instrumented JDK code, so it uses nothing that is instrumented itself. Without a transaction it costs a look at the
 * current context.
 */
public final class TaskPropagation {
    /** What {@link #begin} returns if nothing was attached, or if its advice failed; else the previous context + 1. */
    private static final int NOTHING = 0;
    private static final PendingTaskContexts WAITING = new PendingTaskContexts();

    /** Threads that run virtual threads: what they run brings its own context. */
    private static final Class<?> CARRIER = ThreadContext.jdkClass("jdk.internal.misc.CarrierThread");

    private TaskPropagation() {}

    /** A callable that runs under the current context; the given one if there is none. */
    public static <T> Callable<T> wrap(Callable<T> callable) {
        int context = callable == null ? 0 : ThreadContext.get();
        return context == 0 ? callable : new Carried<>(callable, context);
    }

    private static final class Carried<T> implements Callable<T> {
        private final Callable<T> callable;
        private final int context;

        Carried(Callable<T> callable, int context) {
            this.callable = callable;
            this.context = context;
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
        return callable instanceof Carried<?> carried ? ThreadContext.set(carried.context) + 1 : NOTHING;
    }

    /** Remembers the current context for a task that has just been made. */
    public static void created(Object task) {
        int context = ThreadContext.get();
        if (context != 0)
            WAITING.addFirst(task, context);
    }

    /** Remembers the current context for a task that is handed to a pool, unless it is of a kind that has done so itself. */
    public static void submitted(Runnable task) {
        if (task == null || task instanceof FutureTask || task instanceof ForkJoinTask)
            return;
        int context = ThreadContext.get();
        if (context != 0 || !WAITING.isEmpty())
            WAITING.add(task, context);
    }

    /** The pool did not take it. */
    public static void rejected(Runnable task) {
        if (mayWait(task))
            WAITING.takeNewest(task);
    }

    /** It was taken out of the pool's queue, where its first place was. */
    public static void removed(Runnable task) {
        if (mayWait(task))
            WAITING.takeOldest(task);
    }

    private static boolean mayWait(Runnable task) {
        return task != null && !WAITING.isEmpty() && !(task instanceof FutureTask) && !(task instanceof ForkJoinTask);
    }

    /** Attaches the context that was remembered for the task; the result is for {@link #end}. */
    public static int begin(Object task) {
        return task == null || WAITING.isEmpty() ? NOTHING : attach(WAITING.takeOldest(task));
    }

    /** As {@link #begin}, for a task that may turn out not to be ready and then runs again. */
    public static int tryBegin(Object task) {
        return WAITING.isEmpty() ? NOTHING : attach(WAITING.peek(task));
    }

    private static int attach(int context) {
        if (context == PendingTaskContexts.NOTHING || CARRIER != null && CARRIER.isInstance(Thread.currentThread()))
            return NOTHING;
        return ThreadContext.set(context) + 1;
    }

    public static void end(int previous) {
        if (previous != NOTHING)
            ThreadContext.set(previous - 1);
    }

    /** A pool's worker has taken a task from its queue: what it ran before is over. */
    public static void workerTook(Runnable task) {
        if (task instanceof FutureTask || begin(task) == NOTHING)
            workerIdle();
    }

    public static void workerIdle() {
        if (ThreadContext.get() != 0)
            ThreadContext.set(0);
    }
}
