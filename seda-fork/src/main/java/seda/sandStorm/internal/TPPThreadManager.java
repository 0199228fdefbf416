// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.api.SandstormConfigIF;
import seda.sandStorm.api.SingleThreadedEventHandlerIF;
import seda.sandStorm.api.internal.StageWrapperIF;
import seda.sandStorm.api.internal.ThreadManagerIF;
import whodunit.seda.StagePath;
import whodunit.seda.StageRunner;
import whodunit.seda.StageThread;

/**
 * TPPTM: {@code global.TPPTM.maxThreads} threads for each of {@code global.TPPTM.numCpus} processors, all of which
 * serve all stages in turn.
 */
final class TPPThreadManager implements ThreadManagerIF {
    /** Null: it is not profiled. */
    private final StageGraph graph;
    private final boolean crashOnException;
    private final int wantedThreads;
    private final CopyOnWriteArrayList<Served> stages = new CopyOnWriteArrayList<>();
    private final List<StageThread> threads = new ArrayList<>();
    private final AtomicLong wakes = new AtomicLong();
    /** Threads that found nothing to do. */
    private final CopyOnWriteArrayList<Thread> sleeping = new CopyOnWriteArrayList<>();
    /** Of threads that wait for events of any stage. */
    private final StagePath all = new StagePath("TPPTM");
    /** Ends the threads that were started under another number. */
    private volatile int generation;

    TPPThreadManager(ManagerIF manager) {
        SandstormConfigIF config = manager.getConfig();
        graph = config.getBoolean("global.profile.graph") ? manager.getProfiler().getGraphProfiler() : null;
        crashOnException = config.getBoolean("global.crashOnException");
        wantedThreads = Math.max(1, config.getInt("global.TPPTM.numCpus"))
                * Math.max(1, config.getInt("global.TPPTM.maxThreads"));
    }

    @Override
    public synchronized void register(StageWrapperIF stage) {
        stages.add(new Served(stage));
        while (threads.size() < wantedThreads) {
            int mine = generation;
            StageThread thread = new StageThread(() -> serve(mine), "TPPTM-" + threads.size());
            threads.add(thread);
            thread.start();
        }
        wake();
    }

    @Override
    public void deregister(StageWrapperIF stage) {
        stages.removeIf(s -> s.wrapper == stage);
    }

    @Override
    public synchronized void deregisterAll() {
        stages.clear();
        threads.clear();
        generation++;
        wake();
    }

    @Override
    public void wake() {
        wakes.incrementAndGet();
        if (!sleeping.isEmpty())
            sleeping.forEach(LockSupport::unpark);
    }

    private void serve(int mine) {
        int first = 0;
        while (generation == mine) {
            long seen = wakes.get();
            boolean worked = false;
            Served[] all = stages.toArray(new Served[0]);
            for (int i = 0; i < all.length; i++)
                worked |= all[(first + i) % all.length].serve();
            first++; // who comes first takes turns
            if (!worked)
                sleep(seen, mine);
        }
    }

    private void sleep(long seen, int mine) {
        all.waits();
        sleeping.add(Thread.currentThread());
        while (wakes.get() == seen && generation == mine)
            LockSupport.park(this);
        sleeping.remove(Thread.currentThread());
    }

    private final class Served {
        final StageWrapperIF wrapper;
        private final StageRunner runner;
        private final boolean alone;
        private final AtomicBoolean busy = new AtomicBoolean();

        Served(StageWrapperIF wrapper) {
            this.wrapper = wrapper;
            runner = new StageRunner(wrapper, crashOnException);
            alone = wrapper.getEventHandler() instanceof SingleThreadedEventHandlerIF;
        }

        /** @return whether there was something to do */
        boolean serve() {
            if (alone && !busy.compareAndSet(false, true))
                return false;
            try {
                if (graph != null)
                    graph.addThread(Thread.currentThread(), wrapper);
                return runner.handleNext(wrapper.getBatchSorter(), 0);
            } finally {
                if (alone)
                    busy.set(false);
            }
        }
    }
}
