// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.core;

import seda.sandStorm.api.ClassQueueElementIF;
import seda.sandStorm.api.EnqueuePredicateIF;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkIF;

/** A rate limit for each class of elements. An element without class, or of one that is unknown, is of class 0. */
public class MulticlassRateLimitingPredicate implements EnqueuePredicateIF {
    private final TokenBucket[] buckets;

    /**
     * @param sink whose predicate this is
     * @param numclasses classes 0 to numclasses - 1
     * @param targetRate elements a second of each class; -1: no limit
     * @param depth the longest burst
     */
    public MulticlassRateLimitingPredicate(SinkIF sink, int numclasses, double targetRate, int depth) {
        buckets = new TokenBucket[numclasses];
        for (int i = 0; i < numclasses; i++)
            buckets[i] = new TokenBucket(targetRate, depth);
    }

    @Override
    public boolean accept(QueueElementIF element) {
        int of = element instanceof ClassQueueElementIF c ? c.getRequestClass() : 0;
        return buckets[of < 0 || of >= buckets.length ? 0 : of].take();
    }

    public double getTargetRate(int cls) {
        return buckets[cls].rate();
    }

    public int getDepth(int cls) {
        return buckets[cls].depth();
    }

    /** Elements of the class that would be admitted now. */
    public int getBucketSize(int cls) {
        return buckets[cls].tokens();
    }

    public void setTargetRate(int cls, double targetRate) {
        buckets[cls].setRate(targetRate);
    }

    public void setDepth(int cls, int depth) {
        buckets[cls].setDepth(depth);
    }
}
