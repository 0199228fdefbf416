// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

/**
 * Lets contexts follow threads and timers' tasks: a thread that application code starts inherits its starter's context.
 * Threads that serve everybody ({@link SharedThreads}) do not, whoever is the first to need them.
 *
 * <p>Called by instrumented JDK code, so it uses nothing that is instrumented itself.
 */
public final class ThreadPropagation {
    private static final PendingTaskContexts STARTED = new PendingTaskContexts();
    private static final PendingTaskContexts SCHEDULED = new PendingTaskContexts();
    private static final Class<?> TIMER = ThreadContext.jdkClass("java.util.TimerThread");

    private ThreadPropagation() {}

    /** The calling thread is about to start the thread. */
    public static void starting(Thread thread) {
        int context = ThreadContext.get();
        if (context != 0)
            STARTED.addFirst(thread, context);
    }

    /** It could not. */
    public static void notStarted(Thread thread) {
        STARTED.takeOldest(0, thread);
    }

    /**
     * The calling thread, which is this one, begins to run.
     *
     * @param task what it runs, null if that is a method of its own class
     */
    public static void begins(Thread thread, Object task) {
        if (STARTED.isEmpty())
            return;
        int context = STARTED.takeOldest(0, thread);
        Class<?> code = task == null ? thread.getClass() : task.getClass();
        if (context > 0 && !SharedThreads.run(code))
            ThreadContext.state().inherit(context);
    }

    /**
     * The calling thread waited on a monitor or condition, not for a queue's element, and whoever runs under this
     * context has woken it. A thread that a request has started and that another one wakes serves more than that
     * request: it works for nobody who is known.
     */
    static void wokenBy(int waker) {
        ThreadState state = ThreadContext.state();
        int own = state.context();
        if (waker != 0 && own != 0 && state.hasInherited(own) && !Native.areRelated(waker, own))
            state.carry(0);
    }

    /** The calling thread has slept for so long. */
    public static void slept(long nanos) {
        ThreadContext.state().slept(nanos);
    }

    /** The calling thread schedules a task of a java.util.Timer, to run again and again if there is a period. */
    public static void scheduled(Object task, long period) {
        int context = ThreadContext.get();
        if (task == null || context == 0 || period != 0 && SharedThreads.runPeriodically(task.getClass()))
            return;
        SCHEDULED.addFirst(task, context);
    }

    /**
     * A timer's queue gives up its first task, or schedules it again: to run it, if the calling thread is the timer's.
     *
     * @param last whether it will not run again
     */
    public static void timerRuns(Object task, boolean last) {
        if (task == null || !TIMER.isInstance(Thread.currentThread()) || SCHEDULED.isEmpty())
            return;
        int context = last ? SCHEDULED.takeOldest(0, task) : SCHEDULED.peek(task);
        if (context > 0)
            ThreadContext.state().carry(context);
    }

    /** A timer looks whether there is anything to do, if the calling thread is one. */
    public static void timerLooks() {
        if (TIMER.isInstance(Thread.currentThread()))
            TaskPropagation.idle();
    }
}
