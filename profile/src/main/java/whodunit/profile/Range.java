package whodunit.profile;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** A range of time, in nanoseconds since 1970. */
public record Range(long fromNanos, long toNanos) {
    /** What the parts of all these cover together; null if there is nothing. */
    static Range of(List<StitchedWait> waits, Collection<? extends Timed<?>> others) {
        List<Timed<?>> all = new ArrayList<>(others);
        waits.forEach(w -> all.add(w.timed()));
        long from = Long.MAX_VALUE, to = Long.MIN_VALUE;
        for (Timed<?> timed : all)
            for (Timed.Part<?> p : timed.parts()) {
                from = Math.min(from, p.fromNanos());
                to = Math.max(to, p.toNanos());
            }
        return from > to ? null : new Range(from, to);
    }
}
