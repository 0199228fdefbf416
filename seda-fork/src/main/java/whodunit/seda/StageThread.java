// SPDX-License-Identifier: Apache-2.0
package whodunit.seda;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import seda.sandStorm.api.EventHandlerException;
import seda.sandStorm.api.EventHandlerIF;
import seda.sandStorm.api.QueueElementIF;
import whodunit.agent.api.Whodunit;

/**
 * A thread of a thread manager. What it takes out of queues it remembers with the contexts that the elements were
 * enqueued under, until it handles them: batch sorters are the application's own code, and see elements only.
 */
public final class StageThread extends Thread {
    private static final int[] NONE = {};

    /** Once the thread runs: its own record of the current context, if there is an agent. */
    private ByteBuffer record;
    /** The context that it has while it waits for events. */
    private int waiting;
    private boolean idle;
    /** It handles a batch by a {@link Brief} handler. */
    private boolean brief;
    private final List<Runnable> toWake = new ArrayList<>();
    /**
     * The elements of the first call of {@link #took}; those of all calls, with room for more, if there were several.
     */
    private QueueElementIF[] taken;
    private int[] contexts = NONE;
    private int count;
    private boolean several;

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
        taken = null;
        contexts = NONE;
        count = 0;
        several = false;
    }

    /**
     * Called by queues.
     *
     * @param under contexts of the elements, one each
     */
    public void took(QueueElementIF[] elements, int[] under) {
        if (taken == null) {
            taken = elements;
            contexts = under;
        } else {
            makeRoom(count + elements.length);
            System.arraycopy(elements, 0, taken, count, elements.length);
            System.arraycopy(under, 0, contexts, count, elements.length);
        }
        count += elements.length;
    }

    private void makeRoom(int needed) {
        if (several && needed <= taken.length)
            return;
        taken = Arrays.copyOf(taken, needed * 2); // not the caller's array any more
        contexts = Arrays.copyOf(contexts, needed * 2);
        several = true;
    }

    /** Contexts of the batch that a sorter has made of what this thread took; null if nothing is known about it. */
    int[] contextsOf(QueueElementIF[] batch) {
        if (taken == null || batch == taken)
            return taken == null ? null : contexts;
        boolean[] used = new boolean[count];
        int[] of = new int[batch.length];
        for (int i = 0, from = 0; i < batch.length; i++) {
            int at = find(batch[i], used, from);
            if (at < 0)
                continue; // not from a queue: the sorter's own
            used[at] = true;
            of[i] = contexts[at];
            from = at + 1;
        }
        return of;
    }

    /** One object may have been taken several times: the first unused place, looking where order is kept first. */
    private int find(QueueElementIF element, boolean[] used, int from) {
        for (int n = 0; n < count; n++) {
            int i = (from + n) % count;
            if (!used[i] && taken[i] == element)
                return i;
        }
        return -1;
    }
}
