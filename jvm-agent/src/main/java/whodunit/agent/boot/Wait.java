package whodunit.agent.boot;

import java.util.concurrent.atomic.AtomicLong;

/**
 * One park of a thread with a transaction. Waiter and waker both write to it, and whoever is done last adds it to the
 * crosstalk table, so that the waker need not hold up the waiter while it captures its call path.
 */
final class Wait {
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

    final Thread thread;
    /** What it waits on, may be null. */
    final Object blocker;
    final int waiter, lock;
    /** Where it waits: known only after others can find the wait, because that takes longer. */
    private int path;
    /** When this park began, System.nanoTime(). */
    final long parked = System.nanoTime();
    /** When the first park of the attempt began. */
    private final long began;
    /** The phase, and above it the holder's context. */
    private final AtomicLong state = new AtomicLong(ASLEEP);
    private Thread signaller;
    private int holderPath;
    private long ended;
    private boolean timedOut;
    /** Where {@link Sleepers} keeps it. */
    int slot;

    Wait(Thread thread, Object blocker, int waiter, int lock) {
        this.thread = thread;
        this.blocker = blocker;
        this.waiter = waiter;
        this.lock = lock;
        began = parked;
    }

    /** The next park of the same attempt to get a lock: a wake-up that led to nothing. */
    Wait(Wait previous) {
        previous.state.set(CLOSED);
        thread = previous.thread;
        blocker = previous.blocker;
        waiter = previous.waiter;
        path = previous.path;
        lock = previous.lock;
        began = previous.began;
    }

    void at(int path) {
        this.path = path;
    }

    /** The calling thread, in this context, has moved the thread from a condition's queue to its lock's. */
    void signal(int holder) {
        signaller = Thread.currentThread();
        state.compareAndSet(ASLEEP, state(SIGNALLED, holder));
    }

    /**
     * The calling thread, in this context, is about to wake the thread.
     *
     * @return whether it is the one that counts and owes its path: see {@link #woken}
     */
    boolean wake(int holder) {
        long s = state.get();
        if (s == ASLEEP)
            return state.compareAndSet(ASLEEP, state(WAKING, holder));
        return phase(s) == SIGNALLED && signaller == Thread.currentThread()
                && state.compareAndSet(s, state(WAKING, holder(s)));
    }

    /** The waker's call path; the thread may run already. */
    void woken(int holderPath) {
        long s = state.get();
        this.holderPath = holderPath;
        if (phase(s) == WAKING && state.compareAndSet(s, state(WOKEN, holder(s))))
            return;
        s = state.get();
        if (phase(s) == LEFT)
            add(holder(s), Native.WOKEN, holderPath);
    }

    /** The calling thread was woken itself and passes it on: who woke it has woken this thread too. */
    void passOn(Wait own) {
        long s = own.state.get();
        if (phase(s) == SIGNALLED || phase(s) == WAKING)
            state.compareAndSet(ASLEEP, state(SIGNALLED, holder(s)));
        else if (phase(s) == WOKEN && state.compareAndSet(ASLEEP, state(WAKING, holder(s))))
            woken(own.holderPath);
    }

    /** The thread runs again. */
    void ended(boolean timedOut) {
        ended = System.nanoTime();
        this.timedOut = timedOut;
    }

    /**
     * The waiter adds the wait, or leaves that to the waker.
     *
     * @param unseen whether to add it also if nobody was seen to wake the thread, and no time-out did
     */
    void close(boolean unseen) {
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

    private void add(int holder, int end, int holderPath) {
        // neither a name nor a transaction: that is input that has arrived, not a lock
        if (holder != 0 || blocker != null || end != Native.WOKEN)
            Native.waited(waiter, holder, end, lock, path, holderPath, ended - began);
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
