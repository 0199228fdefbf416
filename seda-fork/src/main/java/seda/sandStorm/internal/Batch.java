// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.internal;

import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.internal.BatchDescrIF;

/** A batch whose end interests nobody. */
record Batch(QueueElementIF[] elements) implements BatchDescrIF {
    /** Null for null. */
    static Batch of(QueueElementIF[] elements) {
        return elements == null ? null : new Batch(elements);
    }

    @Override
    public QueueElementIF[] getBatch() {
        return elements;
    }

    @Override
    public void batchDone() {}
}
