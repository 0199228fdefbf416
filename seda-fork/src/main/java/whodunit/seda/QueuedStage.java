// SPDX-License-Identifier: Apache-2.0
package whodunit.seda;

import seda.sandStorm.api.ConfigDataIF;
import seda.sandStorm.api.EventHandlerIF;
import seda.sandStorm.api.StageIF;
import seda.sandStorm.api.internal.BatchSorterIF;
import seda.sandStorm.api.internal.StageStatsIF;
import seda.sandStorm.api.internal.StageWrapperIF;
import seda.sandStorm.api.internal.ThreadManagerIF;
import seda.sandStorm.core.FiniteQueue;
import seda.sandStorm.internal.Stage;
import seda.sandStorm.internal.StageStats;

/** A stage as thread managers see it: a handler behind a queue. */
public abstract class QueuedStage implements StageWrapperIF {
    private final EventHandlerIF handler;
    private final ConfigDataIF config;
    private final ThreadManagerIF threads;
    private final FiniteQueue queue;
    private final StageIF stage;
    private final StageStatsIF stats;
    private volatile BatchSorterIF sorter;

    /** The batch sorter is still to be set. */
    protected QueuedStage(String name, EventHandlerIF handler, ConfigDataIF config, ThreadManagerIF threads,
            FiniteQueue queue) {
        this.handler = handler;
        this.config = config;
        this.threads = threads;
        this.queue = queue;
        stage = new Stage(name, this, queue, config);
        stats = new StageStats(this);
    }

    @Override
    public final StageIF getStage() {
        return stage;
    }

    @Override
    public EventHandlerIF getEventHandler() {
        return handler;
    }

    /** The stage's queue, which is also its sink. */
    @Override
    public final FiniteQueue getSource() {
        return queue;
    }

    @Override
    public final ThreadManagerIF getThreadManager() {
        return threads;
    }

    @Override
    public final StageStatsIF getStats() {
        return stats;
    }

    @Override
    public final BatchSorterIF getBatchSorter() {
        return sorter;
    }

    @Override
    public final void setBatchSorter(BatchSorterIF sorter) {
        this.sorter = sorter;
    }

    @Override
    public final void init() throws Exception {
        handler.init(config);
        threads.register(this);
    }

    @Override
    public final void destroy() throws Exception {
        threads.deregister(this);
        ended();
        handler.destroy();
    }

    /** The stage's threads have let go of it. */
    protected void ended() {}
}
