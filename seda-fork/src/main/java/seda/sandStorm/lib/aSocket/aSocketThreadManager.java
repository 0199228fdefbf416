// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

import java.io.Closeable;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import seda.sandStorm.api.EventHandlerIF;
import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SourceIF;
import seda.sandStorm.api.internal.BatchSorterIF;
import seda.sandStorm.api.internal.StageWrapperIF;
import seda.sandStorm.api.internal.ThreadManagerIF;
import seda.sandStorm.internal.ThreadPool;
import seda.util.Tracer;
import whodunit.seda.StageRunner;
import whodunit.seda.StageThread;

/** Runs the stages of the socket layer, each on one thread that waits for sockets and requests at once. */
class aSocketThreadManager implements ThreadManagerIF {
    /** Batches of requests between two looks at the sockets, when requests never end. */
    private static final int BATCHES_BETWEEN_SELECTS = 8;

    final ManagerIF mgr;
    private final Map<StageWrapperIF, aSocketThread> threads = new ConcurrentHashMap<>();

    aSocketThreadManager(ManagerIF mgr) {
        this.mgr = mgr;
    }

    aSocketThread newThread(aSocketStageWrapper stage) {
        return new aSocketThread(stage);
    }

    @Override
    public void register(StageWrapperIF stage) {
        aSocketThread thread = newThread((aSocketStageWrapper) stage);
        threads.put(stage, thread);
        thread.tp.start();
    }

    @Override
    public void deregister(StageWrapperIF stage) {
        aSocketThread thread = threads.remove(stage);
        if (thread != null)
            thread.tp.stop();
    }

    @Override
    public void deregisterAll() {
        threads.keySet().forEach(this::deregister);
    }

    @Override
    public void wake() {
        threads.values().forEach(aSocketThread::wake);
    }

    /** A request has been enqueued. May be called from any thread. */
    void wake(StageWrapperIF stage) {
        aSocketThread thread = threads.get(stage);
        if (thread != null)
            thread.wake();
    }

    /** The thread of one stage. */
    public class aSocketThread implements Runnable {
        protected ThreadPool tp;
        protected StageWrapperIF wrapper;
        protected SelectSourceIF selsource;
        protected SourceIF eventQ;
        protected String name;
        protected EventHandlerIF handler;
        protected BatchSorterIF sorter;
        protected Tracer tracer;

        private final aSocketEventHandler<?> stage;
        private final StageRunner runner;
        private final AtomicBoolean asleep = new AtomicBoolean();

        protected aSocketThread(aSocketStageWrapper wrapper) {
            this.wrapper = wrapper;
            stage = wrapper.getEventHandler();
            handler = stage;
            selsource = stage.source;
            eventQ = wrapper.getSource();
            name = wrapper.getStage().getName();
            sorter = wrapper.getBatchSorter();
            tracer = aSocketMgr.tracer;
            runner = new StageRunner(wrapper, mgr.getConfig().getBoolean("global.crashOnException"));
            tp = new ThreadPool(wrapper, mgr, this, 1);
        }

        @Override
        public void run() {
            while (!tp.timeToStop(0)) {
                for (int i = 0; i < BATCHES_BETWEEN_SELECTS && requests(); i++);
                sockets();
                stage.offerRefused();
            }
            close();
        }

        /** @return whether there were any */
        private boolean requests() {
            sorter = wrapper.getBatchSorter();
            return runner.handleNext(sorter, 0);
        }

        private void sockets() {
            StageRunner.beginBatch();
            StageThread.waits(true);
            asleep.set(true); // from here on who enqueues wakes us
            boolean wait = eventQ.size() == 0 && !tp.timeToStop(0);
            int timeout = !wait ? 0
                    : stage.hasRefused() ? aSocketEventHandler.OFFER_AGAIN_MILLIS : aSocketConst.SELECT_TIMEOUT;
            QueueElementIF[] ready = selsource.blocking_dequeue_all(timeout);
            asleep.set(false);
            StageThread.waits(false);
            if (ready == null)
                return;
            runner.handle(ready);
            handled(ready.length);
        }

        /** So many sockets have just been served. */
        void handled(int sockets) {}

        void wake() {
            if (asleep.compareAndSet(true, false))
                selsource.interruptSelect();
        }

        /** The stage is no more: its sockets are closed. */
        private void close() {
            if (!(selsource instanceof Closeable closeable))
                return;
            try {
                closeable.close();
            } catch (IOException e) {
                System.err.println("aSocket: closing the sockets of " + name + " failed with " + e);
            }
        }
    }
}
