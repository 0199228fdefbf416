// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.internal;

import java.util.Hashtable;
import java.util.concurrent.TimeUnit;
import seda.sandStorm.api.EventHandlerIF;
import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.api.SandstormConfigIF;
import seda.sandStorm.api.SingleThreadedEventHandlerIF;
import seda.sandStorm.api.SourceIF;
import seda.sandStorm.api.internal.BatchSorterIF;
import seda.sandStorm.api.internal.ResponseTimeControllerIF;
import seda.sandStorm.api.internal.StageWrapperIF;
import seda.sandStorm.api.internal.ThreadManagerIF;
import whodunit.seda.StageRunner;
import whodunit.seda.StageThread;

/** TPSTM, the default: a pool of threads for each stage. */
public class TPSThreadManager implements ThreadManagerIF, sandStormConst {
    protected ManagerIF mgr;
    protected SandstormConfigIF config;
    /** StageWrapperIF to stageRunnable. */
    @SuppressWarnings("rawtypes")
    protected Hashtable srTbl = new Hashtable();
    /** Null: pools keep their size. */
    protected ThreadPoolController sizeController;
    protected boolean crashOnException;

    public TPSThreadManager(ManagerIF manager) {
        this(manager, true);
    }

    /** @param initialize make the size controller that the configuration asks for */
    public TPSThreadManager(ManagerIF manager, boolean initialize) {
        mgr = manager;
        config = manager.getConfig();
        crashOnException = config.getBoolean("global.crashOnException");
        if (initialize && config.getBoolean("global.threadPool.sizeController.enable"))
            sizeController = new ThreadPoolController(manager);
    }

    @Override
    @SuppressWarnings("unchecked")
    public void register(StageWrapperIF stage) {
        stageRunnable runnable = new stageRunnable(stage);
        srTbl.put(stage, runnable);
        runnable.tp.start();
    }

    @Override
    public void deregister(StageWrapperIF stage) {
        stageRunnable runnable = (stageRunnable) srTbl.remove(stage);
        if (runnable != null)
            runnable.tp.stop();
    }

    @Override
    public void deregisterAll() {
        for (Object stage : srTbl.keySet().toArray())
            deregister((StageWrapperIF) stage);
    }

    /** Nothing: each stage's threads wait at its queue. */
    @Override
    public void wake() {}

    /** What forms the stage's batches. */
    BatchSorterIF sorterOf(StageWrapperIF stage) {
        return stage.getBatchSorter();
    }

    /** The stage's threads, if it may have more than one. */
    ThreadPool poolOf(StageWrapperIF stage, Runnable work) {
        return new ThreadPool(stage, mgr, work);
    }

    /** What the threads of a stage do. */
    public class stageRunnable implements Runnable {
        protected ThreadPool tp;
        protected StageWrapperIF wrapper;
        protected BatchSorterIF sorter;
        protected EventHandlerIF handler;
        protected SourceIF source;
        protected String name;
        /** May be null. */
        protected ResponseTimeControllerIF rtController;
        /** The stage has not had a batch yet. */
        protected boolean firstToken = true;
        /** Milliseconds; -1: for ever. */
        protected int blockTime;
        private final StageRunner runner;

        /** @param pool whose threads run this; null: a pool of its own */
        protected stageRunnable(StageWrapperIF stage, ThreadPool pool) {
            wrapper = stage;
            handler = stage.getEventHandler();
            source = stage.getSource();
            name = stage.getStage().getName();
            rtController = stage.getResponseTimeController();
            sorter = sorterOf(stage);
            runner = new StageRunner(stage, crashOnException);
            boolean alone = handler instanceof SingleThreadedEventHandlerIF;
            tp = pool != null ? pool : alone ? new ThreadPool(stage, mgr, this, 1) : poolOf(stage, this);
            blockTime = (int) tp.getBlockTime();
            if (sizeController != null && pool == null && !alone)
                sizeController.register(stage, tp);
        }

        protected stageRunnable(StageWrapperIF stage) {
            this(stage, null);
        }

        @Override
        public void run() {
            if (config.getBoolean("global.profile.graph"))
                mgr.getProfiler().getGraphProfiler().addThread(Thread.currentThread(), wrapper);
            long idleSince = System.nanoTime();
            for (;;) {
                StageThread.waits(true); // before asking, so that who stops the pool finds either
                if (tp.timeToStop(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - idleSince)))
                    return;
                if (runner.handleNext(sorter, blockTime)) {
                    firstToken = false;
                    idleSince = System.nanoTime();
                }
            }
        }
    }
}
