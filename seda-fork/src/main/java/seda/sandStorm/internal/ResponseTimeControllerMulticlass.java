// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.internal;

import seda.sandStorm.api.ClassQueueElementIF;
import seda.sandStorm.api.EnqueuePredicateIF;
import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.internal.StageWrapperIF;
import seda.sandStorm.core.MulticlassRateLimitingPredicate;

/**
 * As its superclass, for each class of elements. Class N's target is
 * {@code global.rtController.multiclass.classN.targetResponseTime}, or that of all.
 */
public class ResponseTimeControllerMulticlass extends ResponseTimeControllerDirect {
    private static final int CLASSES = 10;

    private final ResponseTimes[] times = new ResponseTimes[CLASSES];
    /** Milliseconds; -1: that of all. */
    private final double[] targets = new double[CLASSES];

    public ResponseTimeControllerMulticlass(ManagerIF manager, StageWrapperIF stage) throws IllegalArgumentException {
        super(manager, stage);
        for (int i = 0; i < CLASSES; i++) {
            times[i] = new ResponseTimes();
            targets[i] = manager.getConfig()
                    .getDouble("global.rtController.multiclass.class" + i + ".targetResponseTime");
        }
    }

    @Override
    EnqueuePredicateIF limit() {
        return new MulticlassRateLimitingPredicate(sink(), CLASSES, INITIALLY, BURST);
    }

    @Override
    public synchronized void adjustThreshold(QueueElementIF[] fetched, long procTime) {
        for (QueueElementIF e : fetched) {
            int of = e instanceof ClassQueueElementIF c && c.getRequestClass() > 0 && c.getRequestClass() < CLASSES
                    ? c.getRequestClass() : 0;
            double rt90 = measure(times[of], new QueueElementIF[] {e}, procTime);
            if (rt90 >= 0 && enabled()) {
                MulticlassRateLimitingPredicate limit = (MulticlassRateLimitingPredicate) pred;
                limit.setTargetRate(of, rate(limit.getTargetRate(of), rt90, targets[of] > 0 ? targets[of] : targetRT));
            }
        }
    }
}
