// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.internal;

import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.internal.StageWrapperIF;

/** Adjusts the length of the queue by the error of the response time, its sum and its change. */
public class ResponseTimeControllerPID extends QueueLengthController {
    private static final double PROPORTIONAL = 0.1;
    private static final double INTEGRAL = 0.01;
    private static final double DERIVATIVE = 0.05;
    /** The sum's bound: a long quiet time must not delay the answer to load. */
    private static final double MAX_SUM = 10;
    /** A step changes the length at most by this share. */
    private static final double MAX_STEP = 0.5;

    private double sum;
    private double last;

    public ResponseTimeControllerPID(ManagerIF manager, StageWrapperIF stage) throws IllegalArgumentException {
        super(manager, stage);
    }

    @Override
    public synchronized void adjustThreshold(QueueElementIF[] fetched, long procTime) {
        double rt90 = measure(times, fetched, procTime);
        if (rt90 < 0 || !enabled())
            return;
        double error = Math.max(-1, (targetRT - rt90) / targetRT);
        sum = Math.max(-MAX_SUM, Math.min(MAX_SUM, sum + error));
        double step = PROPORTIONAL * error + INTEGRAL * sum + DERIVATIVE * (error - last);
        last = error;
        double change = length() * Math.max(-MAX_STEP, Math.min(MAX_STEP, step));
        // rounded away from zero, so that a short queue can grow
        admit(length() + Math.copySign(Math.ceil(Math.abs(change)), change));
    }
}
