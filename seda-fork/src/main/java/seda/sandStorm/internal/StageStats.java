// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.internal;

import seda.sandStorm.api.internal.StageStatsIF;
import seda.sandStorm.api.internal.StageWrapperIF;

/** What a stage has achieved; rates and response times are exponentially smoothed. */
public class StageStats implements StageStatsIF {
    private static final double KEEP = 0.7;

    private final StageWrapperIF stage;
    private double serviceRate;
    private double rt90;
    private long totalEvents;
    private long windowEvents;
    private long windowMillis;

    public StageStats(StageWrapperIF stage) {
        this.stage = stage;
    }

    @Override
    public synchronized void reset() {
        serviceRate = rt90 = 0;
        totalEvents = windowEvents = windowMillis = 0;
    }

    @Override
    public synchronized double getServiceRate() {
        return serviceRate;
    }

    @Override
    public synchronized long getTotalEvents() {
        return totalEvents;
    }

    /** Times are in whole milliseconds, so short batches are gathered until they have taken one. */
    @Override
    public synchronized void recordServiceRate(int numEvents, long processingTime) {
        totalEvents += numEvents;
        windowEvents += numEvents;
        windowMillis += processingTime;
        if (windowMillis <= 0)
            return;
        double sample = windowEvents * 1000.0 / windowMillis;
        serviceRate = serviceRate == 0 ? sample : KEEP * serviceRate + (1 - KEEP) * sample;
        windowEvents = windowMillis = 0;
    }

    @Override
    public synchronized void record90thRT(double rt) {
        rt90 = rt90 == 0 ? rt : KEEP * rt90 + (1 - KEEP) * rt;
    }

    @Override
    public synchronized double get90thRT() {
        return rt90;
    }

    @Override
    public synchronized String toString() {
        return stage + ": " + totalEvents + " events, " + serviceRate + "/s, 90th percentile " + rt90 + " ms";
    }
}
