// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.internal;

import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.api.SourceIF;
import seda.sandStorm.api.internal.BatchDescrIF;
import seda.sandStorm.api.internal.BatchSorterIF;
import seda.sandStorm.api.internal.StageWrapperIF;

/** Everything that is there makes a batch, up to {@code global.maxBatch} if that is set. */
public class NullBatchSorter implements BatchSorterIF {
    private SourceIF source;
    private int maxBatch;

    public NullBatchSorter() {}

    @Override
    public void init(StageWrapperIF stage, ManagerIF manager) {
        source = stage.getSource();
        maxBatch = manager.getConfig().getInt("global.maxBatch");
    }

    @Override
    public BatchDescrIF nextBatch(int timeout) {
        return Batch
                .of(maxBatch > 0 ? source.blocking_dequeue(timeout, maxBatch) : source.blocking_dequeue_all(timeout));
    }
}
