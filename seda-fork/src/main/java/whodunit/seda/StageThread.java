// SPDX-License-Identifier: Apache-2.0
package whodunit.seda;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import seda.sandStorm.api.EventHandlerException;
import seda.sandStorm.api.EventHandlerIF;
import seda.sandStorm.api.QueueElementIF;
import whodunit.agent.api.Whodunit;

/**
 * A thread of a thread manager. What it takes out of queues it remembers with the contexts that the elements were
 * enqueued under, until it handles them: batch sorters are the application's own code, and see elements only.
 */
public final class StageThread extends Thread {
    /** Longer batches than this leave no arrays behind. */
    private static final int KEPT = 1024;

    /** Once the thread runs: its own record of the current context, if there is an agent. */
    private ByteBuffer record;
    /** The context that it has while it waits for events. */
    private int waiting;
    private boolean idle;
    /** It handles a batch by a {@link Brief} handler. */
    private boolean brief;
    private final List<Runnable> toWake = new ArrayList<>();
    /** It forms a batch: only what it takes meanwhile can be in there. */
    private boolean gathers;
    /** What it took for the batch; a copy, as a sorter may sort the array that it got. */
    private QueueElementIF[] taken = {};
    private int[] contexts = {};
    private int count;

    public StageThread(Runnable work, String name) {
        super(work, name);
    }

    @Override
    public void run() {
        record = Contexts.record();
        super.run();
    }

    /** Whoever is to be woken is woken afterwards. */
    static void handleBriefly(EventHandlerIF handler, QueueElementIF[] events) throws EventHandlerException {
        StageThread thread = Thread.currentThread() instanceof StageThread t ? t : null;
        if (thread != null)
            thread.brief = true;
        try {
            handler.handleEvents(events);
        } finally {
            if (thread != null)
                thread.wakeAll();
        }
    }

    private void wakeAll() {
        brief = false;
        for (int i = 0; i < toWake.size(); i++)
            toWake.get(i).run();
        toWake.clear();
    }

    /**
     * Leaves it to the calling thread to wake somebody when it is done with its batch, which will be soon.
     *
     * @return false: it will not
     */
    public static boolean wakesLater(Runnable wake) {
        if (!(Thread.currentThread() instanceof StageThread thread) || !thread.brief)
            return false;
        if (!thread.toWake.contains(wake))
            thread.toWake.add(wake);
        return true;
    }

    /** Its context; 0 while it waits. Only for itself. */
    int context() {
        if (record == null)
            return 0;
        int context = record.getInt(0);
        return context == waiting ? 0 : context;
    }

    static void waitsUnder(int context) {
        if (Thread.currentThread() instanceof StageThread thread && thread.record != null) {
            thread.waiting = context;
            Whodunit.store(thread.record, context);
        }
    }

    /** The calling thread's record of its context; null if it is none of ours. */
    static ByteBuffer record() {
        return Thread.currentThread() instanceof StageThread thread ? thread.record : null;
    }

    /**
     * Tells whether the calling thread waits for events: only then may it be interrupted, never in an application's
     * handler.
     */
    public static void waits(boolean now) {
        if (!(Thread.currentThread() instanceof StageThread thread))
            return;
        synchronized (thread) {
            thread.idle = now;
            if (!now)
                interrupted();
        }
    }

    public synchronized void interruptIfIdle() {
        if (idle)
            interrupt();
    }

    /** What was taken before and not handled is nobody's batch. */
    void beginBatch() {
        forget();
        gathers = true;
        if (taken.length > KEPT) {
            taken = new QueueElementIF[0];
            contexts = new int[0];
        }
    }

    private void forget() {
        Arrays.fill(taken, 0, count, null); // what was taken is no garbage that we keep
        count = 0;
    }

    /**
     * Called by queues. What a handler takes is its own affair.
     *
     * @param under contexts of the elements, one each
     */
    public void took(QueueElementIF[] elements, int[] under) {
        if (!gathers)
            return;
        int n = count + elements.length;
        if (n > taken.length) {
            int length = Math.max(n, taken.length * 2);
            taken = Arrays.copyOf(taken, length);
            contexts = Arrays.copyOf(contexts, length);
        }
        System.arraycopy(elements, 0, taken, count, elements.length);
        System.arraycopy(under, 0, contexts, count, elements.length);
        count = n;
    }

    /**
     * Contexts of the batch that a sorter has made of what this thread took, until it begins the next one; null if
     * nothing is known about it. Ends what {@link #beginBatch} began.
     */
    int[] contextsOf(QueueElementIF[] batch) {
        gathers = false;
        int[] of = count == 0 ? null : isInOrder(batch) ? contexts : lookedUp(batch);
        forget();
        return of;
    }

    private boolean isInOrder(QueueElementIF[] batch) {
        if (batch.length > count)
            return false;
        for (int i = 0; i < batch.length; i++)
            if (batch[i] != taken[i])
                return false;
        return true;
    }

    /** An object that was taken several times, under several contexts, has none: nobody knows which is which. */
    private int[] lookedUp(QueueElementIF[] batch) {
        Map<QueueElementIF, Integer> under = new IdentityHashMap<>(count);
        for (int i = 0; i < count; i++) {
            Integer other = under.put(taken[i], contexts[i]);
            if (other != null && other != contexts[i])
                under.put(taken[i], 0);
        }
        int[] of = new int[batch.length];
        for (int i = 0; i < batch.length; i++)
            of[i] = under.getOrDefault(batch[i], 0); // what is not from a queue is the sorter's own
        return of;
    }
}
