// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.internal;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.core.TimeStampedEvent;

/**
 * The 90th percentile of response times, once for every so many events or every second, exponentially smoothed (Welsh
 * and Culler, Adaptive overload control, USITS'03, section 3). Not thread-safe.
 */
final class ResponseTimes {
    private static final int EVENTS = 100;
    private static final long INTERVAL = TimeUnit.SECONDS.toNanos(1);
    private static final double KEEP = 0.7;

    private final double[] samples = new double[EVENTS];
    private int n;
    private long begun = System.nanoTime();
    private double smoothed;

    /** Milliseconds since the event was made, if it knows, else what its batch has taken. */
    static double of(QueueElementIF event, long procTime) {
        return event instanceof TimeStampedEvent stamped ? System.currentTimeMillis() - stamped.timestamp : procTime;
    }

    /** @return the new percentile if this event completes one, else -1 */
    double add(double millis) {
        samples[n++] = millis;
        long now = System.nanoTime();
        if (n < EVENTS && now - begun < INTERVAL)
            return -1;
        Arrays.sort(samples, 0, n);
        double percentile = samples[(int) Math.ceil(0.9 * n) - 1];
        smoothed = smoothed == 0 ? percentile : KEEP * smoothed + (1 - KEEP) * percentile;
        n = 0;
        begun = now;
        return smoothed;
    }
}
