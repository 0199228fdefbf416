package seda.sandStorm.internal;

import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.internal.StageWrapperIF;
import seda.sandStorm.core.QueueThresholdPredicate;

/**
 * Adjusts the length of the queue by a model, an M/M/1 queue: who finds N events before him waits for N + 1 services.
 * The service rate is measured.
 */
public class ResponseTimeControllerMM1 extends ResponseTimeController {
    /** Length of the queue at first, at least and at most. */
    protected static final int INIT_THRESHOLD = 1000;
    protected static final int MIN_THRESHOLD = 1;
    protected static final int MAX_THRESHOLD = 1_000_000;

    private static final double KEEP = 0.7;
    private static final long WINDOW_MILLIS = 100;

    private final ResponseTimes times = new ResponseTimes();
    private long events;
    private long millis;
    /** Events a millisecond of one thread, smoothed; 0: not known yet. */
    private double serviceRate;

    public ResponseTimeControllerMM1(ManagerIF manager, StageWrapperIF stage) throws IllegalArgumentException {
        super(manager, stage);
    }

    @Override
    public synchronized void enable() {
        install(new QueueThresholdPredicate(sink(), INIT_THRESHOLD));
    }

    @Override
    public synchronized void disable() {
        uninstall();
    }

    /**
     * @param startTime milliseconds at which the handler was called
     * @param endTime milliseconds at which it returned
     * @param measure whether the batch counts for the service rate
     * @param threads servers of the queue
     */
    public synchronized void adjustThreshold(QueueElementIF[] fetched, long startTime, long endTime, boolean measure, int threads) {
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
            ((QueueThresholdPredicate) pred).setThreshold((int) clamp(targetRT * serviceRate * Math.max(1, threads) - 1, MIN_THRESHOLD, MAX_THRESHOLD));
    }

    @Override
    public void adjustThreshold(QueueElementIF[] fetched, long procTime) {
        adjustThreshold(fetched, 0, procTime, true, 1);
    }
}
