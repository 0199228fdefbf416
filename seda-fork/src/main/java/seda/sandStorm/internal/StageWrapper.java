package seda.sandStorm.internal;

import seda.sandStorm.api.ConfigDataIF;
import seda.sandStorm.api.EventHandlerIF;
import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.api.SandstormConfigIF;
import seda.sandStorm.api.SourceIF;
import seda.sandStorm.api.StageIF;
import seda.sandStorm.api.internal.BatchSorterIF;
import seda.sandStorm.api.internal.ResponseTimeControllerIF;
import seda.sandStorm.api.internal.StageStatsIF;
import seda.sandStorm.api.internal.StageWrapperIF;
import seda.sandStorm.api.internal.ThreadManagerIF;
import seda.sandStorm.core.FiniteQueue;
import seda.sandStorm.core.QueueThresholdPredicate;

/** A stage of the application: its handler, its queue and what controls it. */
final class StageWrapper implements StageWrapperIF {
    private final String name;
    private final EventHandlerIF handler;
    private final ConfigDataIF config;
    private final ThreadManagerIF threadManager;
    private final FiniteQueue queue;
    private final StageIF stage;
    private final StageStatsIF stats;
    private final ResponseTimeControllerIF controller;
    private BatchSorterIF sorter;

    /** @param queueThreshold most events that the queue admits; -1: no limit */
    StageWrapper(ManagerIF manager, String name, EventHandlerIF handler, ConfigDataIF config, ThreadManagerIF threadManager, int queueThreshold) {
        this.name = name;
        this.handler = handler;
        this.config = config;
        this.threadManager = threadManager;
        queue = new FiniteQueue(name, threadManager);
        if (queueThreshold > 0)
            queue.setEnqueuePredicate(new QueueThresholdPredicate(queue, queueThreshold));
        stage = new Stage(name, this, queue, config);
        stats = new StageStats(this);
        SandstormConfigIF c = manager.getConfig();
        controller = ResponseTimeControllers.of(manager, this);
        sorter = c.getBoolean("global.batchController.enable") ? new AggThrottleBatchSorter() : new NullBatchSorter();
        sorter.init(this, manager);
        manager.getProfiler().add(name + " queueLength", queue);
    }

    @Override
    public StageIF getStage() {
        return stage;
    }

    @Override
    public EventHandlerIF getEventHandler() {
        return handler;
    }

    @Override
    public SourceIF getSource() {
        return queue;
    }

    @Override
    public ThreadManagerIF getThreadManager() {
        return threadManager;
    }

    @Override
    public StageStatsIF getStats() {
        return stats;
    }

    @Override
    public ResponseTimeControllerIF getResponseTimeController() {
        return controller;
    }

    @Override
    public synchronized BatchSorterIF getBatchSorter() {
        return sorter;
    }

    @Override
    public synchronized void setBatchSorter(BatchSorterIF sorter) {
        this.sorter = sorter;
    }

    @Override
    public void init() throws Exception {
        handler.init(config);
        threadManager.register(this);
    }

    @Override
    public void destroy() throws Exception {
        threadManager.deregister(this);
        queue.close();
        handler.destroy();
    }

    @Override
    public String toString() {
        return "Stage " + name;
    }
}
