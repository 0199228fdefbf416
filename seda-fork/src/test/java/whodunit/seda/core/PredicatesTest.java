// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import seda.sandStorm.api.ClassQueueElementIF;
import seda.sandStorm.api.EnqueuePredicateIF;
import seda.sandStorm.core.FiniteQueue;
import seda.sandStorm.core.MulticlassRateLimitingPredicate;
import seda.sandStorm.core.NullElement;
import seda.sandStorm.core.QueueThresholdPredicate;
import seda.sandStorm.core.RateLimitingPredicate;

class PredicatesTest {
    private final FiniteQueue queue = new FiniteQueue();

    private static int accepted(EnqueuePredicateIF predicate, int offered) {
        int n = 0;
        for (int i = 0; i < offered; i++)
            n += predicate.accept(new NullElement()) ? 1 : 0;
        return n;
    }

    @Test
    void aThresholdOfMinusOneIsNone() {
        QueueThresholdPredicate p = new QueueThresholdPredicate(queue, -1);
        assertThat(accepted(p, 10)).isEqualTo(10);
        p.setThreshold(0);
        assertThat(p.getThreshold()).isZero();
        assertThat(accepted(p, 10)).isZero();
    }

    @Test
    void aBurstIsAsLongAsTheBucketIsDeep() {
        RateLimitingPredicate p = new RateLimitingPredicate(queue, 0.001, 7);
        assertThat(p.getBucketSize()).isEqualTo(7);
        assertThat(accepted(p, 100)).isEqualTo(7);
        p.setDepth(3);
        p.setTargetRate(-1);
        assertThat(p.getDepth()).isEqualTo(3);
        assertThat(p.getTargetRate()).isEqualTo(-1);
        assertThat(accepted(p, 100)).as("no limit").isEqualTo(100);
    }

    /** Over a time that is measured, never more than rate and burst allow; the oracle is the clock. */
    @Test
    void theRateIsNotExceeded() {
        double rate = 5000;
        int depth = 5;
        long start = System.nanoTime();
        RateLimitingPredicate p = new RateLimitingPredicate(queue, rate, depth);
        int accepted = 0;
        while (accepted < 200)
            accepted += accepted(p, 1);
        double seconds = (System.nanoTime() - start) / 1e9;
        assertThat((double) accepted).isLessThanOrEqualTo(depth + seconds * rate + 1);
    }

    private record Classed(int getRequestClass) implements ClassQueueElementIF {
        @Override
        public void setRequestClass(int requestClass) {}
    }

    @Test
    void classesHaveBucketsOfTheirOwn() {
        MulticlassRateLimitingPredicate p = new MulticlassRateLimitingPredicate(queue, 2, 0.001, 2);
        assertThat(p.accept(new Classed(1))).isTrue();
        assertThat(p.accept(new Classed(1))).isTrue();
        assertThat(p.accept(new Classed(1))).isFalse();
        assertThat(p.getBucketSize(0)).isEqualTo(2);
        assertThat(p.accept(new NullElement())).as("class 0").isTrue();
        assertThat(p.accept(new Classed(9))).as("class 0").isTrue();
        assertThat(p.accept(new Classed(-1))).isFalse();
        p.setTargetRate(1, -1);
        assertThat(p.accept(new Classed(1))).isTrue();
    }
}
