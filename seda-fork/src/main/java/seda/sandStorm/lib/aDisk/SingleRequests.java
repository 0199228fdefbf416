// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aDisk;

import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SourceIF;
import seda.sandStorm.api.internal.BatchDescrIF;
import seda.sandStorm.api.internal.BatchSorterIF;
import seda.sandStorm.api.internal.StageWrapperIF;

/** A request is a batch, so that a slow one holds up only its own file. */
final class SingleRequests implements BatchSorterIF {
    private record Single(QueueElementIF request) implements BatchDescrIF {
        @Override
        public QueueElementIF[] getBatch() {
            return new QueueElementIF[] {request};
        }

        @Override
        public void batchDone() {}
    }

    private SourceIF source;

    @Override
    public void init(StageWrapperIF stage, ManagerIF mgr) {
        source = stage.getSource();
    }

    @Override
    public BatchDescrIF nextBatch(int timeoutMillis) {
        QueueElementIF request = source.blocking_dequeue(timeoutMillis);
        return request == null ? null : new Single(request);
    }
}
