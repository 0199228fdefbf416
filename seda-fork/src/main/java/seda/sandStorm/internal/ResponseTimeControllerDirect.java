// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.internal;

import seda.sandStorm.api.EnqueuePredicateIF;
import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.internal.StageWrapperIF;
import seda.sandStorm.core.RateLimitingPredicate;

/**
 * Adjusts the rate of admission (Welsh and Culler, Adaptive overload control, USITS'03, section 3): down by a factor
 * when the response time is above the target, up slowly when it is well below.
 */
public class ResponseTimeControllerDirect extends ResponseTimeController {
    // Of the API, and without effect.
    protected static final int INIT_THRESHOLD = 1;
    protected static final int MIN_THRESHOLD = 1;
    protected static final int MAX_THRESHOLD = 1024;

    /** Events that may come at once. */
    static final int BURST = 10;

    // The paper's constants; its additive step is taken per cent of the rate, for rates that it did not know.
    private static final double WELL_BELOW = -0.5;
    private static final double DOWN = 1.2;
    private static final double UP = 2.0;
    private static final double UP_OFFSET = -0.1;

    private final ResponseTimes times = new ResponseTimes();

    public ResponseTimeControllerDirect(ManagerIF manager, StageWrapperIF stage) throws IllegalArgumentException {
        super(manager, stage);
    }

    /** The predicate that limits the rate. */
    EnqueuePredicateIF limit() {
        return new RateLimitingPredicate(sink(), INITIALLY, BURST);
    }

    @Override
    public synchronized void enable() {
        install(limit());
    }

    @Override
    public synchronized void disable() {
        uninstall();
    }

    @Override
    public synchronized void adjustThreshold(QueueElementIF[] fetched, long procTime) {
        double rt90 = measure(times, fetched, procTime);
        if (rt90 >= 0 && enabled()) {
            RateLimitingPredicate limit = (RateLimitingPredicate) pred;
            limit.setTargetRate(rate(limit.getTargetRate(), rt90, targetRT));
        }
    }

    /** @return the rate to admit next */
    static double rate(double rate, double rt90, double target) {
        double error = (rt90 - target) / target;
        if (error > 0)
            return clamp(rate / DOWN, AT_LEAST, AT_MOST);
        if (error < WELL_BELOW)
            return clamp(rate * (1 - (error - UP_OFFSET) * UP / 100), AT_LEAST, AT_MOST);
        return rate;
    }
}
