// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.api.internal;

import seda.sandStorm.api.ManagerIF;

/** Forms batches from what a stage's source holds. */
public interface BatchSorterIF {
    void init(StageWrapperIF stage, ManagerIF mgr);

    /**
     * @param timeout milliseconds; 0 polls, -1 waits for ever
     * @return null if there was nothing
     */
    BatchDescrIF nextBatch(int timeout);
}
