// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.internal;

import seda.sandStorm.api.ConfigDataIF;
import seda.sandStorm.api.EventHandlerIF;
import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.api.internal.BatchSorterIF;
import seda.sandStorm.api.internal.ResponseTimeControllerIF;
import seda.sandStorm.api.internal.ThreadManagerIF;
import seda.sandStorm.core.FiniteQueue;
import seda.sandStorm.core.QueueThresholdPredicate;
import whodunit.seda.QueuedStage;

/** A stage of the application, with what limits its queue and controls it. */
final class StageWrapper extends QueuedStage {
    private final String name;
    private final ResponseTimeControllerIF controller;

    /** @param queueThreshold most events that the queue admits; -1: no limit */
    StageWrapper(ManagerIF manager, String name, EventHandlerIF handler, ConfigDataIF config,
            ThreadManagerIF threadManager, int queueThreshold) {
        super(name, handler, config, threadManager, new FiniteQueue(name, threadManager));
        this.name = name;
        FiniteQueue queue = getSource();
        if (queueThreshold > 0)
            queue.setEnqueuePredicate(new QueueThresholdPredicate(queue, queueThreshold));
        controller = ResponseTimeControllers.of(manager, this);
        BatchSorterIF sorter = manager.getConfig().getBoolean("global.batchController.enable")
                ? new AggThrottleBatchSorter() : new NullBatchSorter();
        setBatchSorter(sorter);
        sorter.init(this, manager);
        manager.getProfiler().add(name + " queueLength", queue);
    }

    @Override
    public ResponseTimeControllerIF getResponseTimeController() {
        return controller;
    }

    @Override
    protected void ended() {
        getSource().close();
    }

    @Override
    public String toString() {
        return "Stage " + name;
    }
}
