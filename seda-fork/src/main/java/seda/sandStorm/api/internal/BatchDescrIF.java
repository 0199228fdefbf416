// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.api.internal;

import seda.sandStorm.api.QueueElementIF;

/** A batch that is about to be handled. */
public interface BatchDescrIF {
    QueueElementIF[] getBatch();

    /** To be called when the handler has returned. */
    void batchDone();
}
