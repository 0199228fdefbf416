// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.internal;

import seda.sandStorm.api.SinkIF;
import seda.sandStorm.api.internal.StageWrapperIF;

/** Somebody enqueues to a stage. */
final class StageGraphEdge {
    /** Null: a thread that belongs to no stage. */
    final StageWrapperIF from;
    final StageWrapperIF to;
    final SinkIF sink;
    /** Elements. */
    long count;

    StageGraphEdge(StageWrapperIF from, StageWrapperIF to, SinkIF sink, long count) {
        this.from = from;
        this.to = to;
        this.sink = sink;
        this.count = count;
    }

    boolean isSameAs(StageGraphEdge other) {
        return from == other.from && to == other.to && sink == other.sink;
    }
}
