// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

import java.util.Collection;

/**
 * Samples of several processes in one unit, so that they can be added up: a sample stands for an interval, which may be
 * longer in one process than in another. The unit is the shortest of them; where all are equal, it is one sample.
 */
public final class SampleUnits {
    private final long nanos;

    public SampleUnits(Collection<RecordedProcess> processes) {
        nanos = processes.stream().mapToLong(RecordedProcess::countedNanos).min().orElse(1);
    }

    /** So many of this process's samples, in units. */
    public long of(RecordedProcess process, long samples) {
        return process.countedNanos() == nanos ? samples : Math.round(process.nanos(samples) / nanos);
    }
}
