// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

/**
 * Lets contexts follow fibers from thread to thread. A fiber works for whom the one has worked that made
 * it, until what it runs begins a request, or ends one: that stays with it.
 */
public final class FiberPropagation {
    /** Written where a context changes: another thread may go on with the fiber before this one has left it. */
    private static final WeakIdentityMap<Integer> CONTEXTS = new WeakIdentityMap<>();

    private FiberPropagation() {}

    public static void created(Object fiber) {
        int context = ThreadContext.get();
        if (context != 0)
            CONTEXTS.put(fiber, context);
    }

    /** The fiber that the calling thread runs, or null. */
    public static Object current() {
        return ThreadContext.state().fiber();
    }

    /**
     * The calling thread goes on with a fiber.
     *
     * @return for {@link #end}
     */
    public static int begin(Object fiber) {
        ThreadContext.state().runs(fiber);
        Integer context = CONTEXTS.get(fiber);
        return TaskPropagation.beginUnder(context == null ? 0 : context);
    }

    /** @param before the fiber that the thread was at before */
    public static void end(int previous, Object before) {
        ThreadContext.state().runs(before);
        if (previous != 0)
            TaskPropagation.end(previous);
        else if (ThreadContext.get() != 0)
            TaskPropagation.idle(); // it has begun a request
    }

    /** A task that runs under the current context, or under none if there is none; ZIO's fibers bring their own. */
    public static Runnable carriedUnlessFiber(Runnable task) {
        return task == null || task.getClass().getName().equals("zio.internal.FiberRuntime") ? task
                : TaskPropagation.carried(task);
    }

    /**
     * The fiber that the calling thread runs works for another context from now on, 0 being none.
     *
     * @return false where it runs none
     */
    public static boolean become(int context) {
        ThreadState state = ThreadContext.state();
        Object fiber = state.fiber();
        if (fiber == null)
            return false;
        if (context == 0)
            CONTEXTS.remove(fiber);
        else
            CONTEXTS.put(fiber, context);
        state.carry(context);
        return true;
    }
}
