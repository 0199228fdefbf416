// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.internal;

import java.util.IdentityHashMap;
import java.util.Map;
import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.api.internal.BatchSorterIF;
import seda.sandStorm.api.internal.StageWrapperIF;

/**
 * AggTPSTM: a pool of threads for each stage, whose batches are always sized by the batch controller, and whose size is
 * governed by {@code global.AggTPSTM.governor.*} instead of {@code global.threadPool.sizeController.*}.
 */
final class AggTPSThreadManager extends TPSThreadManager {
    private final Map<StageWrapperIF, BatchSorterIF> sorters = new IdentityHashMap<>();

    AggTPSThreadManager(ManagerIF manager) {
        super(manager, false);
        if (config.getBoolean("global.AggTPSTM.governor.enable"))
            sizeController = new ThreadPoolController(manager, config.getInt("global.AggTPSTM.governor.delay"),
                    config.getInt("global.AggTPSTM.governor.threshold"));
    }

    @Override
    ThreadPool poolOf(StageWrapperIF stage, Runnable work) {
        int maxThreads = config.getInt("global.AggTPSTM.governor.maxThreads");
        return maxThreads < 1 ? super.poolOf(stage, work) : new ThreadPool(stage, mgr, work,
                config.getInt("global.threadPool.initialThreads"), config.getInt("global.threadPool.minThreads"),
                maxThreads,
                config.getInt("global.threadPool.blockTime"),
                config.getInt("global.threadPool.sizeController.idleTimeThreshold"));
    }

    @Override
    synchronized BatchSorterIF sorterOf(StageWrapperIF stage) {
        BatchSorterIF own = stage.getBatchSorter();
        if (!(own instanceof NullBatchSorter))
            return own;
        return sorters.computeIfAbsent(stage, s -> {
            BatchSorterIF sorter = new AggThrottleBatchSorter();
            sorter.init(s, mgr);
            return sorter;
        });
    }
}
