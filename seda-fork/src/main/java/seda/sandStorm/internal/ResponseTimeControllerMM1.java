// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.internal;

import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.internal.StageWrapperIF;

/**
 * Adjusts the length of the queue by a model, an M/M/1 queue: who finds N events before him waits for N + 1 services.
 * The service rate is measured.
 */
public class ResponseTimeControllerMM1 extends QueueLengthController {
    private static final double KEEP = 0.7;
    private static final long WINDOW_MILLIS = 100;

    private long events;
    private long millis;
    /** Events a millisecond of one thread, smoothed; 0: not known yet. */
    private double serviceRate;

    public ResponseTimeControllerMM1(ManagerIF manager, StageWrapperIF stage) throws IllegalArgumentException {
        super(manager, stage);
    }

    /**
     * @param startTime milliseconds at which the handler was called
     * @param endTime milliseconds at which it returned
     * @param measure whether the batch counts for the service rate
     * @param threads servers of the queue
     */
    public synchronized void adjustThreshold(QueueElementIF[] fetched, long startTime, long endTime, boolean measure,
            int threads) {
        measure(times, fetched, endTime - startTime);
        if (measure) {
            events += fetched.length;
            millis += endTime - startTime;
        }
        if (millis < WINDOW_MILLIS)
            return;
        double sample = (double) events / millis;
        serviceRate = serviceRate == 0 ? sample : KEEP * serviceRate + (1 - KEEP) * sample;
        events = millis = 0;
        if (enabled())
            admit(targetRT * serviceRate * Math.max(1, threads) - 1);
    }

    @Override
    public void adjustThreshold(QueueElementIF[] fetched, long procTime) {
        adjustThreshold(fetched, 0, procTime, true, 1);
    }
}
