// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.api.internal;

/** What a stage has achieved. */
public interface StageStatsIF {
    void reset();

    /**
     * A batch was handled.
     *
     * @param processingTime milliseconds
     */
    void recordServiceRate(int numEvents, long processingTime);

    /** Events per second of one thread. */
    double getServiceRate();

    long getTotalEvents();

    /** @param rt 90th percentile of the response time, milliseconds */
    void record90thRT(double rt);

    /** Smoothed; milliseconds. */
    double get90thRT();
}
