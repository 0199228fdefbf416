// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

/** Which time of threads samples are to tell of, where a recording has both (engine kernel). */
public enum SampledTime {
    /** What they ran. */
    CPU(Metric.CPU),
    /** What they waited. */
    WAITING(Metric.WAITING),
    /** Both. */
    WALL(Metric.WALL);

    private final Metric metric;

    SampledTime(Metric metric) {
        this.metric = metric;
    }

    Metric metric() {
        return metric;
    }
}
