// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aDisk;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.api.SandstormConfigIF;
import seda.sandStorm.api.internal.StageWrapperIF;
import seda.sandStorm.api.internal.ThreadManagerIF;
import seda.sandStorm.internal.ThreadPool;
import seda.sandStorm.internal.ThreadPoolController;
import whodunit.seda.StageRunner;
import whodunit.seda.StageThread;

/** Runs the disk stage on a pool whose size follows the queue ({@code global.aDisk.threadPool}). */
final class FileThreadManager implements ThreadManagerIF {
    private static final String KEYS = "global.aDisk.threadPool.";
    private static final int BLOCK_MILLIS = 1000;
    private static final int IDLE_MILLIS = 1000;

    private final ManagerIF mgr;
    private final SandstormConfigIF config;
    private final ThreadPoolController sizeController;
    private final Map<StageWrapperIF, ThreadPool> pools = new ConcurrentHashMap<>();

    FileThreadManager(ManagerIF mgr) {
        this.mgr = mgr;
        config = mgr.getConfig();
        sizeController = config.getBoolean(KEYS + "sizeController.enable")
                ? new ThreadPoolController(mgr, config.getInt(KEYS + "sizeController.delay"),
                        config.getInt(KEYS + "sizeController.threshold"))
                : null;
    }

    @Override
    public void register(StageWrapperIF stage) {
        FileThread thread = new FileThread(stage, new StageRunner(stage, config.getBoolean("global.crashOnException")));
        ThreadPool pool = new ThreadPool(stage, mgr, thread, config.getInt(KEYS + "initialThreads"),
                config.getInt(KEYS + "minThreads"),
                config.getInt(KEYS + "maxThreads"), BLOCK_MILLIS, IDLE_MILLIS);
        thread.pool = pool;
        pools.put(stage, pool);
        if (sizeController != null)
            sizeController.register(stage, pool);
        pool.start();
    }

    @Override
    public void deregister(StageWrapperIF stage) {
        ThreadPool pool = pools.remove(stage);
        if (pool != null)
            pool.stop();
    }

    @Override
    public void deregisterAll() {
        pools.keySet().forEach(this::deregister);
    }

    /** Nothing to do: the threads wait at the queue itself. */
    @Override
    public void wake() {}

    /** What each thread of the pool runs: one batch after the other. */
    private static final class FileThread implements Runnable {
        private final StageWrapperIF stage;
        private final StageRunner runner;
        private ThreadPool pool;

        FileThread(StageWrapperIF stage, StageRunner runner) {
            this.stage = stage;
            this.runner = runner;
        }

        @Override
        public void run() {
            for (long idleSince = System.nanoTime();;) {
                StageThread.waits(true);
                if (pool.timeToStop(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - idleSince)))
                    return;
                if (runner.handleNext(stage.getBatchSorter(), (int) pool.getBlockTime()))
                    idleSince = System.nanoTime();
            }
        }
    }
}
