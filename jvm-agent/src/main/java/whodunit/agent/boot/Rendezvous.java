// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How a waiter and who wakes it make one record: docs/rendezvous.md, of which this is the implementation for threads
 * that park. Waiter and waker both write to it, and whoever is done last adds the wait, so that the waker need not
 * hold up the waiter while it captures its call path.
 */
abstract class Rendezvous {
    /** Nobody has woken the thread. */
    private static final int ASLEEP = 0;
    /** A signal has chosen the thread; whoever lets go of the lock next wakes it. */
    private static final int SIGNALLED = 1;
    /** Woken; the waker's call path is to come. */
    private static final int WAKING = 2;
    /** Woken; the waker's call path is there. */
    private static final int WOKEN = 3;
    /** Woken and over: the waker adds it. */
    private static final int LEFT = 4;
    /** Over without a waker, or not to be added. */
    private static final int CLOSED = 5;

    /** The phase, and above it the holder's context. */
    private final AtomicLong state = new AtomicLong(ASLEEP);
    private Thread signaller;
    private int holderPath;
    private boolean timedOut;

    /**
     * Adds the wait: called once at most, by the waiter or by its waker.
     *
     * @param end one of those in {@link Native}
     */
    abstract void add(int holder, int end, int holderPath);

    /** The thread was woken in vain and sleeps again under another record: nobody adds this one. */
    final void abandon() {
        state.set(CLOSED);
    }

    /** The calling thread, in this context, has moved the thread from a condition's queue to its lock's. */
    final void signal(int holder) {
        signaller = Thread.currentThread();
        state.compareAndSet(ASLEEP, state(SIGNALLED, holder));
    }

    /**
     * The calling thread, in this context, is about to wake the thread.
     *
     * @return whether it is the one that counts and owes its path: see {@link #woken}
     */
    final boolean wake(int holder) {
        long s = state.get();
        if (s == ASLEEP)
            return state.compareAndSet(ASLEEP, state(WAKING, holder));
        return phase(s) == SIGNALLED && signaller == Thread.currentThread()
                && state.compareAndSet(s, state(WAKING, holder(s)));
    }

    /** The waker's call path; the thread may run already. */
    final void woken(int holderPath) {
        long s = state.get();
        this.holderPath = holderPath;
        if (phase(s) == WAKING && state.compareAndSet(s, state(WOKEN, holder(s))))
            return;
        s = state.get();
        if (phase(s) == LEFT)
            add(holder(s), Native.WOKEN, holderPath);
    }

    /** The calling thread was woken itself and passes it on: who woke it has woken this thread too. */
    final void passOn(Rendezvous own) {
        long s = own.state.get();
        if (phase(s) == SIGNALLED || phase(s) == WAKING)
            state.compareAndSet(ASLEEP, state(SIGNALLED, holder(s)));
        else if (phase(s) == WOKEN && state.compareAndSet(ASLEEP, state(WAKING, holder(s))))
            woken(own.holderPath);
    }

    /** The context of whoever has woken the thread; 0: none, or nobody has. */
    final int wakerContext() {
        long s = state.get();
        return phase(s) == CLOSED ? 0 : holder(s);
    }

    /** The thread runs again. */
    final void runs(boolean timedOut) {
        this.timedOut = timedOut;
    }

    /**
     * The waiter adds the wait, or leaves that to the waker.
     *
     * @param unseen whether to add it also if nobody was seen to wake the thread, and no time-out did
     */
    final void close(boolean unseen) {
        for (long s;;) {
            s = state.get();
            switch (phase(s)) {
                case ASLEEP :
                    if (!state.compareAndSet(s, CLOSED))
                        continue;
                    if (timedOut)
                        add(0, Native.TIMEOUT, 0);
                    else if (unseen)
                        add(0, Native.UNSEEN, 0);
                    return;
                case WAKING :
                    if (!state.compareAndSet(s, state(LEFT, holder(s))))
                        continue;
                    return;
                default :
                    add(holder(s), Native.WOKEN, holderPath);
                    return;
            }
        }
    }

    private static long state(int phase, int holder) {
        return (long) holder << 32 | phase;
    }

    private static int phase(long state) {
        return (int) state;
    }

    private static int holder(long state) {
        return (int) (state >>> 32);
    }
}
