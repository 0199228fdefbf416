// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.function.Function;

/**
 * A sum in parts, each of which says what stretch of time it covers: nothing finer is known than which part something
 * is in.
 */
public final class TimedSum<V> {
    /**
     * What was added up over a stretch of time, in nanoseconds since 1970, both ends included. One that ends before it
     * begins is of an unknown time, and in no range.
     */
    public record Part<V>(long fromNanos, long toNanos, V value) {
        static <V> Part<V> ofUnknownTime(V value) {
            return new Part<>(Long.MAX_VALUE, Long.MIN_VALUE, value);
        }

        private Part<V> plus(Part<V> o, BinaryOperator<V> plus) {
            return new Part<>(Math.min(fromNanos, o.fromNanos), Math.max(toNanos, o.toNanos),
                    plus.apply(value, o.value));
        }

        /** Becomes one with the part that begins in the same slot of time, if there is one. */
        void addTo(Map<Long, Part<V>> bySlot, long slotNanos, BinaryOperator<V> plus) {
            bySlot.merge(Math.floorDiv(fromNanos, slotNanos), this, (a, b) -> a.plus(b, plus));
        }

        private boolean overlaps(long from, long to) {
            return fromNanos < to && toNanos >= from;
        }
    }

    private final List<Part<V>> parts;
    private final V sum;
    private final BinaryOperator<V> plus;

    private TimedSum(List<Part<V>> parts, BinaryOperator<V> plus) {
        this.parts = parts;
        this.plus = plus;
        V all = parts.get(0).value;
        for (Part<V> p : parts.subList(1, parts.size()))
            all = plus.apply(all, p.value);
        sum = all;
    }

    /** @param plus makes a new value of two */
    static <V> TimedSum<V> of(List<Part<V>> parts, BinaryOperator<V> plus) {
        return new TimedSum<>(List.copyOf(parts), plus);
    }

    public V sum() {
        return sum;
    }

    /** When its parts begin and end, in no particular order. */
    public List<Part<V>> parts() {
        return parts;
    }

    <W> TimedSum<W> map(Function<V, W> of, BinaryOperator<W> plus) {
        return of(parts.stream().map(p -> new Part<>(p.fromNanos, p.toNanos, of.apply(p.value))).toList(), plus);
    }

    TimedSum<V> plus(TimedSum<V> o) {
        List<Part<V>> both = new ArrayList<>(parts);
        both.addAll(o.parts);
        return of(both, plus);
    }

    /** All parts of some sums of the same kind, as one. */
    public static <V> TimedSum<V> join(List<TimedSum<V>> sums) {
        return sums.size() == 1 ? sums.get(0)
                : of(sums.stream().flatMap(s -> s.parts.stream()).toList(), sums.get(0).plus);
    }

    /** The same in fewer parts: those that begin in the same slot of time become one. */
    public TimedSum<V> coarser(long slotNanos) {
        Map<Long, Part<V>> bySlot = new TreeMap<>();
        parts.forEach(p -> p.addTo(bySlot, slotNanos, plus));
        return bySlot.size() == parts.size() ? this : of(List.copyOf(bySlot.values()), plus);
    }

    /** The parts that have to do with a range of time: from, inclusive, to, exclusive. Empty if there are none. */
    Optional<TimedSum<V>> within(long from, long to) {
        List<Part<V>> some = parts.stream().filter(p -> p.overlaps(from, to)).toList();
        return some.isEmpty() ? Optional.empty()
                : some.size() == parts.size() ? Optional.of(this) : Optional.of(of(some, plus));
    }
}
