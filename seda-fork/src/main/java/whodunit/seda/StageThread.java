package whodunit.seda;

import java.util.Arrays;
import seda.sandStorm.api.QueueElementIF;

/**
 * A thread of a thread manager. What it takes out of queues it remembers with the contexts that the elements were
 * enqueued under, until it handles them: batch sorters are the application's own code, and see elements only.
 */
public final class StageThread extends Thread {
    private static final int[] NONE = {};

    private boolean idle;
    private QueueElementIF[] taken;
    private int[] contexts = NONE;

    public StageThread(Runnable work, String name) {
        super(work, name);
    }

    /** Tells whether the calling thread waits for events: only then may it be interrupted, never in an application's handler. */
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
            return;
        }
        QueueElementIF[] all = Arrays.copyOf(taken, taken.length + elements.length);
        int[] allContexts = Arrays.copyOf(contexts, all.length);
        System.arraycopy(elements, 0, all, taken.length, elements.length);
        System.arraycopy(under, 0, allContexts, taken.length, elements.length);
        taken = all;
        contexts = allContexts;
    }

    /** Contexts of the batch that a sorter has made of what this thread took; null if nothing is known about it. */
    int[] contextsOf(QueueElementIF[] batch) {
        if (taken == null || batch == taken)
            return taken == null ? null : contexts;
        boolean[] used = new boolean[taken.length];
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
        for (int n = 0; n < taken.length; n++) {
            int i = (from + n) % taken.length;
            if (!used[i] && taken[i] == element)
                return i;
        }
        return -1;
    }
}
