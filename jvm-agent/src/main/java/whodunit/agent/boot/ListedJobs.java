// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import java.util.concurrent.Callable;

/**
 * Jobs in lists that are not made for several threads, such as ArrayDeque: a task may take them out, under a lock of
 * the program's own, for all who put some there. It does each for who has put it, and goes on for itself when it has
 * found nothing there; where it only looks whether there is anything, it goes on for nobody.
 *
 * <p>Only jobs (Runnable, Callable): such lists are in all kinds of algorithms, for which anything else costs a look
 * at its type. Called by instrumented JDK code, so it uses nothing that is instrumented itself.
 */
public final class ListedJobs {
    private static final PendingTaskContexts PENDING = new PendingTaskContexts();
    private static final Jobs JOBS = new Jobs();

    private ListedJobs() {}

    /** The calling thread puts the element at the list's end. */
    public static void put(Object list, Object element) {
        if (isJob(element) && isPossible())
            PENDING.add(System.identityHashCode(list), element, ThreadContext.get());
    }

    /** The same, at its beginning. */
    public static void putFirst(Object list, Object element) {
        if (isJob(element) && isPossible())
            PENDING.addOldest(System.identityHashCode(list), element, ThreadContext.get());
    }

    /** It has taken the first element out. */
    public static void taken(Object list, Object element) {
        if (isJob(element) && isPossible()) {
            int id = System.identityHashCode(list);
            ThreadContext.state().takesJob(id, Math.max(PENDING.takeOldest(id, element), 0));
        }
    }

    /** The last one. */
    public static void takenLast(Object list, Object element) {
        if (isJob(element) && isPossible()) {
            int id = System.identityHashCode(list);
            ThreadContext.state().takesJob(id, Math.max(PENDING.takeNewest(id, element), 0));
        }
    }

    /** Without a context, here or noted, there is nothing to do. */
    private static boolean isPossible() {
        return !PENDING.isEmpty() || ThreadContext.get() != 0;
    }

    /** It has tried to take one, and found nothing. */
    public static void end(Object list) {
        ThreadContext.state().noMoreJobs(System.identityHashCode(list));
    }

    /** It was told that there is nothing: by a task that ends so, or within a job. */
    public static void isEmpty(Object list) {
        ThreadContext.state().jobsMayEnd(System.identityHashCode(list));
    }

    private static boolean isJob(Object element) {
        return element != null && JOBS.get(element.getClass());
    }

    /** Whether a class's objects are jobs: looked up, since an interface that a class has not costs a search. */
    private static final class Jobs extends ClassValue<Boolean> {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return Runnable.class.isAssignableFrom(type) || Callable.class.isAssignableFrom(type);
        }
    }
}
