// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import java.util.Collection;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

/**
 * Lets contexts follow the elements of queues from the thread that puts them to the one that takes them. The rule for
 * who takes over what is in docs/java-handoffs.md:
 *
 * <ul>
 * <li>a thread without context takes over that of the element; the queue is from then on a source of its work;
 * <li>a thread with a carried context that comes back to a source of its work has ended what it carried;
 * <li>one that takes from another queue while it works keeps what it carries, unless it takes a job (Runnable,
 * Callable) or takes from that queue again without having put anything back: then it is a loop that serves the queue;
 * <li>a thread with a context of its own keeps it.
 * </ul>
 *
 * <p>Called by instrumented JDK code, so it uses nothing that is instrumented itself. Without a context it costs a look
 * at the thread's state.
 */
public final class QueueHandover {
    private static final PendingTaskContexts PENDING = new PendingTaskContexts();

    private QueueHandover() {}

    /** The calling thread puts the element at the queue's end. Before another thread can take it. */
    public static void put(Object queue, Object element) {
        put(queue, element, false);
    }

    /** The same, at its beginning. */
    public static void putFirst(Object queue, Object element) {
        put(queue, element, true);
    }

    private static void put(Object queue, Object element, boolean first) {
        ThreadState state = ThreadContext.state();
        int context = state.context();
        if (context == 0 && PENDING.isEmpty() || element == null || state.isPaused() || isAnswer(element))
            return;
        int id = System.identityHashCode(queue);
        state.putInto(id);
        if (context != 0 && isLent(state, context, id, element))
            return;
        if (first)
            PENDING.addOldest(id, element, context);
        else
            PENDING.add(id, element, context);
    }

    /** The queue has not taken it after all. */
    public static void notPut(Object queue, Object element) {
        if (element == null || PENDING.isEmpty())
            return;
        int id = System.identityHashCode(queue);
        PENDING.takeNewest(id, element);
        LentElements.notPut(id, element);
    }

    /** Somebody takes the element out, but not to work on it. */
    public static void dropped(Object queue, Object element) {
        if (element != null && !PENDING.isEmpty())
            PENDING.takeOldest(System.identityHashCode(queue), element);
    }

    /** The calling thread is about to take something, if there is anything, or waits for it. */
    public static void taking(Object queue) {
        ThreadState state = ThreadContext.state();
        int context = state.context();
        if (state.isPaused())
            return;
        int id = System.identityHashCode(queue);
        if (context == 0) // also before anything was handed over: the first element may come from another queue
            state.addSource(id);
        else if (state.isCarried(context) && state.isSource(id))
            state.carry(0);
        else
            state.atQueue(true);
    }

    /** It has taken the first element; null if there was none. */
    public static void taken(Object queue, Object element) {
        if (element == null)
            foundNone(queue);
        else
            takenOver(queue, element, false);
    }

    /** The same with the last element. */
    public static void takenLast(Object queue, Object element) {
        if (element == null)
            foundNone(queue);
        else
            takenOver(queue, element, true);
    }

    private static void foundNone(Object queue) {
        ThreadState state = ThreadContext.state();
        int own = state.context();
        if (own == 0 || state.isPaused())
            return;
        state.atQueue(false);
        state.borrows(own, System.identityHashCode(queue), null);
    }

    private static void takenOver(Object queue, Object element, boolean last) {
        boolean noted = !PENDING.isEmpty();
        ThreadState state = ThreadContext.state();
        int own = state.context();
        if (own == 0 && !noted || state.isPaused())
            return;
        state.atQueue(false);
        int id = System.identityHashCode(queue);
        int found = !noted ? 0 : last ? PENDING.takeNewest(id, element) : PENDING.takeOldest(id, element);
        takeOver(state, id, Math.max(found, 0), own, element);
    }

    private static void takeOver(ThreadState state, int queue, int context, int own, Object element) {
        if (own == 0 && !state.hasSleptLong()) {
            if (context != 0) {
                state.comesFrom(queue);
                state.carry(context);
            }
        } else if (state.isCarried(own) && !isAnswer(element) && !isLent(queue, element)
                && (state.takesAgainFrom(queue) | isJob(element))) {
            state.comesFrom(queue);
            state.carry(context);
        } else {
            state.borrows(own, queue, element);
        }
    }

    /**
     * It has taken the element, or null, in a task that drains a queue for all who put something there: it goes on for
     * who has put this, or for nobody. A thread with a context of its own keeps it, and one that works for nobody takes
     * one over only if that ends: it is a pool's, and if not by its next task, then where the queue is empty.
     */
    public static void takenForAll(Object queue, Object element) {
        ThreadState state = ThreadContext.state();
        int own = state.context();
        if (state.isPaused() || own == 0 && PENDING.isEmpty() && !state.drains())
            return;
        if (element == null)
            state.foundEmpty(System.identityHashCode(queue));
        else
            drained(state, own, queue, element);
    }

    /** The same in a message that an actor handles, with which it ends. */
    public static void takenInMessage(Object queue, Object element) {
        ThreadState state = ThreadContext.state();
        int own = state.context();
        if (element != null && !state.isPaused() && (own != 0 || !PENDING.isEmpty()))
            drained(state, own, queue, element);
    }

    private static void drained(ThreadState state, int own, Object queue, Object element) {
        int id = System.identityHashCode(queue);
        int context = contextOf(id, element);
        boolean unknown = context == 0 && (isAnswer(element) || isLent(id, element)); // never noted
        if (own != context && !unknown)
            state.drains(id, context);
    }

    /** The thread, which drains queues, will come back to a step of its work. */
    public static void stepWaits(Object step) {
        ThreadState state = ThreadContext.state();
        if (state.drains())
            state.stepWaits(System.identityHashCode(step));
    }

    /** It will come to steps of what it did before: nobody knows any more for whom. */
    public static void oldStepsWait() {
        ThreadContext.state().oldStepsWait();
    }

    /** It does. */
    public static void stepGoesOn(Object step) {
        ThreadState state = ThreadContext.state();
        if (state.drains())
            state.stepGoesOn(System.identityHashCode(step));
    }

    /** It looks for more, for nobody until it has taken something out. */
    public static void stepAsks() {
        ThreadState state = ThreadContext.state();
        if (state.context() != 0)
            state.worksForNobody();
    }

    /** It puts something into a stage that makes one thing of several: nobody's, once that has got two requests'. */
    public static void gathers(Object stage) {
        ThreadState state = ThreadContext.state();
        int context = state.context(), id = System.identityHashCode(stage);
        if (context == 0)
            return;
        SharedChannels.put(id, context);
        if (SharedChannels.is(id))
            state.worksForNobody();
    }

    /** Whether a queue of Pekko's or Akka's is a stream's: its mailboxes' elements have contexts of their own. */
    public static boolean isStreams(Object queue) {
        String type = queue.getClass().getName();
        return type.startsWith("org.apache.pekko.stream.") || type.startsWith("akka.stream.");
    }

    /** A coroutine puts the element into the channel. */
    public static void send(Object channel, Object element) {
        put(channel, element);
        int context = ThreadContext.get();
        if (context != 0)
            SharedChannels.put(System.identityHashCode(channel), context);
    }

    /** A coroutine has taken the element: it goes on for who has put it, if it serves the channel. */
    public static void received(Object channel, Object element) {
        ThreadState state = ThreadContext.state();
        int own = state.context();
        if (element == null || state.isPaused() || own == 0 && PENDING.isEmpty())
            return;
        int id = System.identityHashCode(channel);
        if (SharedChannels.is(id))
            drained(state, own, channel, element);
        else
            contextOf(id, element);
    }

    /** The calling coroutine gives the waiter an element. Whether its continuation is found that way. */
    public static boolean delivers(Object channel, Object waiter) {
        ThreadState state = ThreadContext.state();
        boolean shared = SharedChannels.is(System.identityHashCode(channel));
        if (state.context() == 0 && !shared)
            return false;
        String type = waiter.getClass().getName();
        if (!type.endsWith("Impl") && !type.endsWith("Catching")) // iterators and selections look themselves
            return false;
        state.delivers(shared);
        return true;
    }

    /** It has, or the waiter did not wait any more. */
    public static void delivered(Object channel, Object element, boolean taken) {
        ThreadState state = ThreadContext.state();
        state.takeDelivery();
        if (taken && !state.wasReceivedItself())
            dropped(channel, element);
    }

    /** The coroutine that is resumed was about to wait only: it will come to {@link #received}. */
    public static void receivesItself() {
        ThreadContext.state().receivesItself();
    }

    /** Attaches the context of the element for as long as it is handled; the result is for TaskPropagation.end. */
    public static int handling(Object queue, Object element) {
        return TaskPropagation.beginUnder(contextOf(System.identityHashCode(queue), element));
    }

    /** Until {@link #passedAll} with the result, the calling thread passes on what others have put there. */
    public static int passesOn(Object queue) {
        return ThreadContext.state().passesOn(System.identityHashCode(queue));
    }

    public static void passedAll(int before) {
        ThreadContext.state().passesOn(before);
    }

    /** It passes an element on, if it does: for who has put it, until {@link #passedOn} with the result. */
    public static long passing(Object element) {
        int queue = ThreadContext.state().passesOn(0);
        return queue == 0 ? 0
                : (long) queue << 32 | TaskPropagation.beginUnder(contextOf(queue, element)) & 0xFFFFFFFFL;
    }

    public static void passedOn(long before) {
        if (before != 0) {
            TaskPropagation.end((int) before);
            passedAll((int) (before >>> 32));
        }
    }

    private static int contextOf(int queue, Object element) {
        return PENDING.isEmpty() ? 0 : Math.max(PENDING.takeOldest(queue, element), 0);
    }

    /** One method for both directions: the calling thread puts the element, or takes one if it is null. */
    public static void transferring(Object queue, Object element) {
        if (element == null)
            taking(queue);
        else
            put(queue, element);
    }

    /**
     * It has.
     *
     * @param result what it has taken, if the element is null
     * @param refused whether the queue has not taken the element
     */
    public static void transferred(Object queue, Object element, Object result, boolean refused) {
        if (element == null)
            taken(queue, result);
        else if (refused)
            notPut(queue, element);
    }

    /** Until {@link #drained} the calling thread moves elements of the queue, which is no handover. */
    public static void draining(Object queue) {
        taking(queue);
        ThreadContext.state().pause();
    }

    /**
     * It has moved several elements at once: it takes over their context if they have the same, and none if not.
     *
     * @param before how many elements the collection had
     */
    public static void drained(Object queue, Collection<?> collection, int before) {
        ThreadState state = ThreadContext.state();
        state.resume();
        int own = state.context();
        if (state.isPaused() || own == 0 && PENDING.isEmpty())
            return;
        state.atQueue(false);
        int id = System.identityHashCode(queue);
        int common = PendingTaskContexts.NOTHING;
        Object one = null;
        Object[] all = collection.toArray();
        for (int i = Math.min(before, all.length); i < all.length; i++) {
            int context = Math.max(PENDING.takeOldest(id, all[i]), 0);
            common = one == null || common == context ? context : 0;
            one = all[i];
        }
        if (one != null)
            takeOver(state, id, common, own, one);
    }

    /** Its elements are dropped, until {@link #resume}. */
    public static void clearing(Object queue, Object[] elements) {
        if (!PENDING.isEmpty())
            for (Object element : elements)
                dropped(queue, element);
        ThreadContext.state().pause(); // last: nobody resumes it after an error
    }

    /** Until {@link #resume} nothing that the calling thread takes or puts is work. */
    public static void pause() {
        ThreadContext.state().pause();
    }

    public static void resume() {
        ThreadContext.state().resume();
    }

    /** Whether anything is noted for any element, so that {@link #clearing} has to know them. */
    public static boolean isIdle() {
        return PENDING.isEmpty();
    }

    /** What is done already is not work: a completion service's futures. */
    private static boolean isAnswer(Object element) {
        return (element instanceof FutureTask || element instanceof CompletableFuture)
                && ((Future<?>) element).isDone();
    }

    private static boolean isJob(Object element) {
        return element instanceof Runnable || element instanceof Callable;
    }

    /** Things that are lent and given back are nobody's work. */
    private static boolean isLent(int queue, Object element) {
        return mayBeLent(element) && (element instanceof AutoCloseable || LentElements.areIn(queue));
    }

    /** The same where the thread puts it: whether it gives it back, or that is found out now. */
    private static boolean isLent(ThreadState state, int context, int queue, Object element) {
        if (!mayBeLent(element))
            return false;
        boolean back = state.givesBack(context, queue, element);
        return element instanceof AutoCloseable || LentElements.put(queue, element) || back;
    }

    /** Jobs and plain values may be put again and again. */
    private static boolean mayBeLent(Object element) {
        return !isJob(element) && !(element instanceof String) && !(element instanceof Number)
                && !(element instanceof Enum);
    }
}
