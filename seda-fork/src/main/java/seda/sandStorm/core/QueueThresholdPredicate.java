// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.core;

import seda.sandStorm.api.EnqueuePredicateIF;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkIF;

/** Admits an element while the sink holds fewer than so many. */
public class QueueThresholdPredicate implements EnqueuePredicateIF {
    private final SinkIF sink;
    private volatile int threshold;

    /** @param threshold -1: no limit */
    public QueueThresholdPredicate(SinkIF sink, int threshold) {
        this.sink = sink;
        this.threshold = threshold;
    }

    @Override
    public boolean accept(QueueElementIF element) {
        int limit = threshold;
        return limit == -1 || sink.size() < limit;
    }

    public int getThreshold() {
        return threshold;
    }

    public void setThreshold(int threshold) {
        this.threshold = threshold;
    }
}
