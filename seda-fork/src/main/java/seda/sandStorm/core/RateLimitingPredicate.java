// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.core;

import seda.sandStorm.api.EnqueuePredicateIF;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkIF;

/** Admits so many elements a second, and a burst of some more: a token bucket. */
public class RateLimitingPredicate implements EnqueuePredicateIF {
    private final TokenBucket bucket;

    /**
     * @param sink whose predicate this is
     * @param targetRate elements a second; -1: no limit
     * @param depth the longest burst
     */
    public RateLimitingPredicate(SinkIF sink, double targetRate, int depth) {
        bucket = new TokenBucket(targetRate, depth);
    }

    @Override
    public boolean accept(QueueElementIF element) {
        return bucket.take();
    }

    public double getTargetRate() {
        return bucket.rate();
    }

    public int getDepth() {
        return bucket.depth();
    }

    /** Elements that would be admitted now. */
    public int getBucketSize() {
        return bucket.tokens();
    }

    public void setTargetRate(double targetRate) {
        bucket.setRate(targetRate);
    }

    public void setDepth(int depth) {
        bucket.setDepth(depth);
    }
}
