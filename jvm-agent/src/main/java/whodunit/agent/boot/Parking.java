// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import java.util.concurrent.locks.AbstractOwnableSynchronizer;
import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.StampedLock;

/**
 * Crosstalk through LockSupport, and so through all of java.util.concurrent (paper, section 6): a thread with a
 * transaction parks, and the thread that unparks it is the holder. Platform and virtual threads alike.
 *
 * <p>Called by instrumented JDK code, so it uses nothing that parks. Without a transaction a park costs a look at the
 * current context, an unpark a look into the table of those who wait with one.
 */
public final class Parking {
    private static final Sleepers SLEEPERS = new Sleepers();

    private static final ClassValue<Integer> NAMES = new ClassValue<>() {
        @Override
        protected Integer computeValue(Class<?> type) {
            return Native.name(type.getName());
        }
    };

    /** What a thread waits for, seen from itself. */
    private static final class Own {
        /** Its park. */
        Wait now;
        /** Its last park in the synchronizer that it tries to get, which may take several. */
        Wait last;
    }

    private static final ThreadLocal<Own> OWN = new ThreadLocal<>() {
        @Override
        protected Own initialValue() {
            return new Own();
        }
    };

    private Parking() {}

    /** Loads what parking needs, before a thread that parks would. */
    static void prepare() {
        NAMES.get(Parking.class);
        Wait wait = new Wait(Thread.currentThread(), null, 0, 0);
        if (SLEEPERS.add(wait))
            SLEEPERS.remove(wait);
        endedAfter(begins(null), 0);
        attempted();
        woken(waking(Thread.currentThread()));
    }

    /**
     * The calling thread is about to park.
     *
     * @param blocker what it waits on; null if it has set that before, or doesn't say
     * @return for one of the methods that end it; null if the wait doesn't count
     */
    public static Object begins(Object blocker) {
        int context = ThreadContext.get();
        if (context == 0)
            return null;
        Own own = OWN.get();
        if (own.now != null)
            return null; // one park method calls another
        Thread thread = Thread.currentThread();
        Object on = blocker != null ? blocker : LockSupport.getBlocker(thread);
        Wait last = own.last;
        own.last = null;
        if (last != null && last.blocker == on)
            return own.now = add(new Wait(last));
        if (last != null)
            last.close(true);
        if (!Native.waits(context))
            return null;
        Wait wait = add(new Wait(thread, on, context, on == null ? 0 : NAMES.get(on.getClass())));
        if (wait == null)
            return null;
        try {
            wait.at(Native.path(1, ThreadContext.state().isVirtual()));
            own.now = wait;
        } finally {
            if (own.now == null)
                SLEEPERS.remove(wait); // the stack is too deep: nobody will end this wait
        }
        return wait;
    }

    private static Wait add(Wait wait) {
        if (SLEEPERS.add(wait))
            return wait;
        Native.health(Native.WAITS_LOST);
        return null;
    }

    /** The park is over, which had no time limit. */
    public static void ended(Object begun) {
        if (begun instanceof Wait wait)
            end(wait, false);
    }

    /** The park is over, which was to last so many nanoseconds at most. */
    public static void endedAfter(Object begun, long nanos) {
        if (begun instanceof Wait wait)
            end(wait, System.nanoTime() - wait.parked >= nanos);
    }

    /** The park is over, which was to last until that time at most. */
    public static void endedBy(Object begun, long epochMillis) {
        if (begun instanceof Wait wait)
            end(wait, System.currentTimeMillis() >= epochMillis);
    }

    private static void end(Wait wait, boolean timedOut) {
        Own own = OWN.get();
        own.now = null;
        SLEEPERS.remove(wait);
        wait.ended(timedOut);
        if (isCondition(wait.blocker))
            ThreadPropagation.wokenBy(wait.wakerContext());
        if (takesAttempts(wait.blocker))
            own.last = wait;
        else
            wait.close(false);
    }

    private static boolean isCondition(Object blocker) {
        return blocker instanceof AbstractQueuedSynchronizer.ConditionObject
                || blocker instanceof AbstractQueuedLongSynchronizer.ConditionObject;
    }

    /** Those that park until they have got what they want, and are instrumented to say so: {@link #attempted}. */
    private static boolean takesAttempts(Object blocker) {
        return blocker instanceof AbstractOwnableSynchronizer || blocker instanceof StampedLock;
    }

    /** The calling thread has got its synchronizer, or has given up. */
    public static void attempted() {
        if (ThreadContext.get() == 0)
            return;
        Own own = OWN.get();
        Wait last = own.last;
        if (last != null) {
            own.last = null;
            last.close(true);
        }
    }

    /** The calling thread signals the condition that the thread waits for. */
    public static void signals(Thread thread) {
        Wait wait = thread == null ? null : SLEEPERS.find(thread);
        if (wait != null)
            wait.signal(ThreadContext.get());
    }

    /**
     * The calling thread is about to unpark the thread.
     *
     * @return for {@link #woken}
     */
    public static Object waking(Thread thread) {
        Wait wait = thread == null ? null : SLEEPERS.find(thread);
        if (wait == null)
            return null;
        Wait last = OWN.get().last;
        if (last != null && last.blocker == wait.blocker) {
            wait.passOn(last);
            return null;
        }
        return wait.wake(ThreadContext.get()) ? wait : null;
    }

    /** The calling thread has unparked it. */
    public static void woken(Object waking) {
        if (waking instanceof Wait wait)
            wait.woken(Native.path(1, ThreadContext.state().isVirtual()));
    }
}
