// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.BinaryOperator;

/**
 * What a process added up by key and wrote now and then, each time for the stretch since the last. Parts of a key that
 * begin in the same slot of time become one; slots begin at a second and get twice as long whenever there would be too
 * many parts, so that memory is bounded however long the recording is. Not thread-safe.
 */
public final class TimedSums<K, V> {
    private static final long FINEST_SLOT = 1_000_000_000;
    private static final int MOST_PARTS = 1 << 18;

    private final BinaryOperator<V> plus;
    private final int mostParts;
    private Map<K, Map<Long, TimedSum.Part<V>>> parts = new HashMap<>();
    private long slotNanos = FINEST_SLOT;
    private int size;

    /** @param plus makes a new value of two */
    public TimedSums(BinaryOperator<V> plus) {
        this(plus, MOST_PARTS);
    }

    TimedSums(BinaryOperator<V> plus, int mostParts) {
        this.plus = plus;
        this.mostParts = mostParts;
    }

    /**
     * Adds what happened in a stretch of time.
     *
     * @param fromNanos since 1970
     * @param toNanos   since 1970; a damaged file may say anything
     */
    public void add(K key, long fromNanos, long toNanos, V value) {
        add(key, new TimedSum.Part<>(fromNanos, Math.max(fromNanos, toNanos), value));
        while (size > Math.max(mostParts, 4 * parts.size()) && slotNanos < Long.MAX_VALUE / 2)
            coarsen();
    }

    /** Replaces all of a key by a sum whose time is not known. */
    public void put(K key, V value) {
        Map<Long, TimedSum.Part<V>> before = parts.remove(key);
        size -= before == null ? 0 : before.size();
        add(key, TimedSum.Part.ofUnknownTime(value));
    }

    private void add(K key, TimedSum.Part<V> part) {
        Map<Long, TimedSum.Part<V>> ofKey = parts.computeIfAbsent(key, k -> new TreeMap<>());
        int before = ofKey.size();
        part.addTo(ofKey, slotNanos, plus);
        size += ofKey.size() - before;
    }

    private void coarsen() {
        Map<K, Map<Long, TimedSum.Part<V>>> finer = parts;
        parts = new HashMap<>();
        slotNanos *= 2;
        size = 0;
        finer.forEach((key, ofKey) -> ofKey.values().forEach(p -> add(key, p)));
    }

    public boolean isEmpty() {
        return parts.isEmpty();
    }

    /** Each key once. */
    public void forEach(BiConsumer<K, TimedSum<V>> visitor) {
        parts.forEach((key, ofKey) -> visitor.accept(key, TimedSum.of(List.copyOf(ofKey.values()), plus)));
    }

    /** The sum of all keys together, over the whole time. */
    public V total(V nothing) {
        return parts.values().stream().flatMap(m -> m.values().stream()).map(TimedSum.Part::value).reduce(nothing,
                plus);
    }
}
