// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

import java.util.Collection;

/**
 * Samples of several processes in one unit, so that they can be added up: a sample stands for an interval, which may be
 * longer in one process than in another. The unit is the longest that all of them are multiples of; where all are
 * equal, it is one sample.
 */
public final class SampleUnits {
    private final long nanos;

    public SampleUnits(Collection<RecordedProcess> processes) {
        nanos = processes.stream().filter(p -> p.totalSamples() > 0).mapToLong(RecordedProcess::countedNanos)
                .reduce(SampleUnits::commonDivisor).orElse(1);
    }

    private static long commonDivisor(long a, long b) {
        return b == 0 ? a : commonDivisor(b, a % b);
    }

    /** What a unit stands for. */
    public long nanos() {
        return nanos;
    }

    /** So many of this process's samples, in units. */
    public long of(RecordedProcess process, long samples) {
        return samples * (process.countedNanos() / nanos);
    }
}
