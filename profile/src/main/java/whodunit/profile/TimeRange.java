// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

import java.util.List;

/** A range of time, in nanoseconds since 1970. */
public record TimeRange(long fromNanos, long toNanos) {
    /** What the parts of all these cover together; null if there is nothing. */
    static TimeRange of(List<TimedSum<?>> all) {
        long from = Long.MAX_VALUE, to = Long.MIN_VALUE;
        for (TimedSum<?> timed : all)
            for (TimedSum.Part<?> p : timed.parts()) {
                from = Math.min(from, p.fromNanos());
                to = Math.max(to, p.toNanos());
            }
        return from > to ? null : new TimeRange(from, to);
    }
}
