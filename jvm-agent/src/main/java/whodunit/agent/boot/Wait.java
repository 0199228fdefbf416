// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import java.util.concurrent.Future;

/** One park of a thread with a transaction. */
final class Wait extends Rendezvous {
    /** What a thread parks on that waits for a CompletableFuture. */
    private static final Class<?> SIGNALLER = ThreadContext
            .jdkClass("java.util.concurrent.CompletableFuture$Signaller");

    final Thread thread;
    /** What it waits on, may be null. */
    final Object blocker;
    private final int waiter, lock;
    /** Where it waits: known only after others can find the wait, because that takes longer. */
    private int path;
    /** When this park began, System.nanoTime(). */
    final long parked = System.nanoTime();
    /** When the first park of the attempt began. */
    private final long began;
    private long ended;
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
        previous.abandon();
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

    /** The thread runs again. */
    void ended(boolean timedOut) {
        ended = System.nanoTime();
        runs(timedOut);
    }

    @Override
    void add(int holder, int end, int holderPath) {
        // neither a name nor a transaction: that is input that has arrived, not a lock
        if (holder != 0 || blocker != null || end != Native.WOKEN)
            Native.waited(waiter, holder, isForOwnTask(holder, end) ? Native.OWN_TASK : end, lock, path, holderPath,
                    ended - began);
    }

    /** A future is completed by a task, which runs under the context of who submitted it. */
    private boolean isForOwnTask(int holder, int end) {
        return end == Native.WOKEN && holder == waiter && (blocker instanceof Future || SIGNALLER.isInstance(blocker));
    }
}
