// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.internal;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.api.ProfilableIF;
import seda.sandStorm.api.SandstormConfigIF;
import seda.sandStorm.api.internal.StageWrapperIF;
import whodunit.seda.StageThread;

/**
 * A stage's threads. All of them run the same Runnable, which asks {@link #timeToStop} between its batches. Sizes are
 * {@code global.threadPool.*}, or {@code stages.NAME.threadPool.*} if that is set.
 */
public class ThreadPool implements ProfilableIF {
    /** How long {@link #stop} waits for what the threads are at. */
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(5);

    private final String name;
    private final Runnable work;
    private final int initialThreads;
    private final int minThreads;
    private final int maxThreads;
    private final long blockTime;
    private final int idleTimeThreshold;
    private final Set<StageThread> threads = new HashSet<>();
    private int started;
    private boolean stopped;

    public ThreadPool(StageWrapperIF stage, ManagerIF manager, Runnable work) {
        this(stage, manager, work, configured(stage, manager, "initialThreads"),
                configured(stage, manager, "minThreads"),
                configured(stage, manager, "maxThreads"), configured(stage, manager, "blockTime"),
                manager.getConfig().getInt("global.threadPool.sizeController.idleTimeThreshold"));
    }

    /**
     * @param maxThreads -1: no limit
     * @param blockTime milliseconds that a thread should wait for events before it asks again; -1: for ever
     * @param idleTimeThreshold milliseconds without events after which a thread above the minimum is one too many
     */
    public ThreadPool(StageWrapperIF stage, ManagerIF manager, Runnable work, int initialThreads, int minThreads,
            int maxThreads, int blockTime, int idleTimeThreshold) {
        name = stage.getStage().getName();
        this.work = work;
        this.initialThreads = Math.max(1, initialThreads);
        this.minThreads = Math.max(1, minThreads);
        this.maxThreads = maxThreads < 0 ? Integer.MAX_VALUE : Math.max(maxThreads, this.initialThreads);
        this.blockTime = blockTime;
        this.idleTimeThreshold = idleTimeThreshold;
        manager.getProfiler().add(name + " threads", this);
    }

    /** Always so many threads. */
    public ThreadPool(StageWrapperIF stage, ManagerIF manager, Runnable work, int numThreads) {
        this(stage, manager, work, numThreads, numThreads, numThreads, configured(stage, manager, "blockTime"),
                Integer.MAX_VALUE);
    }

    private static int configured(StageWrapperIF stage, ManagerIF manager, String key) {
        SandstormConfigIF config = manager.getConfig();
        return config.getInt("stages." + stage.getStage().getName() + ".threadPool." + key,
                config.getInt("global.threadPool." + key));
    }

    public void start() {
        addThreads(initialThreads);
    }

    /** Starts so many more, as far as the maximum allows. @return how many there are now */
    synchronized int addThreads(int n) {
        for (int i = 0; i < n && !stopped && threads.size() < maxThreads; i++) {
            StageThread thread = new StageThread(this::run, name + "-" + started++);
            threads.add(thread);
            thread.start();
        }
        return threads.size();
    }

    private void run() {
        try {
            work.run();
        } finally {
            ended((StageThread) Thread.currentThread());
        }
    }

    private synchronized void ended(StageThread thread) {
        threads.remove(thread);
        notifyAll();
    }

    /**
     * Ends the threads when they have handled what they are at; waits for that a short time, unless it is called by one
     * of them.
     */
    public synchronized void stop() {
        stopped = true;
        threads.forEach(StageThread::interruptIfIdle);
        long end = System.nanoTime() + PATIENCE;
        try {
            for (long left; !threads.isEmpty() && (left = end - System.nanoTime()) > 0;) {
                if (threads.contains(Thread.currentThread()))
                    return;
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Milliseconds; -1: for ever. */
    public long getBlockTime() {
        return blockTime;
    }

    /**
     * Whether the calling thread is to end. A pool thread that was told so counts as gone.
     *
     * @param idleTime milliseconds since it had something to do
     */
    public synchronized boolean timeToStop(long idleTime) {
        if (!stopped && (idleTime <= idleTimeThreshold || threads.size() <= minThreads))
            return false;
        if (!stopped)
            threads.remove(Thread.currentThread());
        return true;
    }

    @Override
    public String toString() {
        return "ThreadPool " + name + " [" + profileSize() + "]";
    }

    public String getName() {
        return name;
    }

    /** Threads. */
    @Override
    public synchronized int profileSize() {
        return threads.size();
    }
}
