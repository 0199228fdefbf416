// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.internal;

import java.util.ArrayList;
import java.util.List;
import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.api.ProfilableIF;
import seda.sandStorm.api.SandstormConfigIF;
import seda.sandStorm.api.internal.StageWrapperIF;
import seda.util.MDWUtil;

/**
 * Adds a thread to a pool whose queue is long (Welsh et al., SEDA, SOSP'01, section 4.2); pools shrink by themselves
 * when threads are idle. With {@code autoMaxDetect}, a thread that has made the stage slower was the last one.
 */
public class ThreadPoolController {
    private static final double SLOWER = 0.9;

    private final int delay;
    private final int threshold;
    private final boolean autoMaxDetect;
    private final List<Pool> pools = new ArrayList<>();
    private boolean started;

    public ThreadPoolController(ManagerIF manager) {
        this(manager, manager.getConfig().getInt("global.threadPool.sizeController.delay"),
                manager.getConfig().getInt("global.threadPool.sizeController.threshold"));
    }

    /**
     * @param delay milliseconds between looks at the queues
     * @param threshold length at which a queue is long
     */
    public ThreadPoolController(ManagerIF manager, int delay, int threshold) {
        SandstormConfigIF config = manager.getConfig();
        this.delay = delay;
        this.threshold = threshold;
        autoMaxDetect = config.getBoolean("global.threadPool.sizeController.autoMaxDetect");
    }

    public void register(StageWrapperIF stage, ThreadPool pool) {
        register(stage, pool, () -> stage.getSource().size());
    }

    /** @param metric what is looked at instead of the stage's queue */
    public synchronized void register(StageWrapperIF stage, ThreadPool pool, ProfilableIF metric) {
        pools.add(new Pool(stage, pool, metric));
        if (started)
            return;
        started = true;
        Thread thread = new Thread(this::run, "Sandstorm thread pool controller");
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        for (;;) {
            MDWUtil.sleep(delay);
            look();
        }
    }

    synchronized void look() {
        pools.forEach(this::look);
    }

    private void look(Pool p) {
        long events = p.stage.getStats().getTotalEvents();
        long handled = events - p.events;
        p.events = events;
        if (p.metric.profileSize() < threshold) {
            p.handledBefore = 0; // its throughput says nothing about how much the threads could do
            return;
        }
        if (autoMaxDetect && p.handledBefore > 0 && handled < SLOWER * p.handledBefore)
            p.full = true;
        p.handledBefore = handled;
        if (!p.full)
            p.pool.addThreads(1);
    }

    private static final class Pool {
        final StageWrapperIF stage;
        final ThreadPool pool;
        final ProfilableIF metric;
        long events;
        /** In the interval before, if the queue was long then too; else 0. */
        long handledBefore;
        boolean full;

        Pool(StageWrapperIF stage, ThreadPool pool, ProfilableIF metric) {
            this.stage = stage;
            this.pool = pool;
            this.metric = metric;
        }
    }
}
