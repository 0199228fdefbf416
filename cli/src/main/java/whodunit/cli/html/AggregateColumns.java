// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.html;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import whodunit.profile.Profile;
import whodunit.profile.TimeRange;
import whodunit.profile.TimedSum;
import whodunit.profile.WaitHistogram;
import whodunit.profile.crosstalk.Crosstalk;

/**
 * When requests were begun and waits happened: the parts in which processes wrote their sums, so that the page can add
 * up those of a range of time as {@link Profile#select} does. Where there would be too many, neighbouring ones are put
 * together.
 */
final class AggregateColumns {
    private static final int MOST_PARTS = 100_000;
    private static final long FINEST_SLOT = 1_000_000_000;

    private final long originNanos;
    private final Object2IntOpenHashMap<TimeRange> rangeIds = new Object2IntOpenHashMap<>();
    private final JsonArray from = new JsonArray();
    private final JsonArray to = new JsonArray();
    private final Map<String, TimedSum<Long>> requests;
    /**
     * By call path, in the order of the report's {@code crosstalk} and then of its {@code crosstalk_without_holder}.
     */
    private final List<TimedSum<WaitHistogram>> waits;

    private AggregateColumns(long originNanos, Map<String, TimedSum<Long>> requests,
            List<TimedSum<WaitHistogram>> waits) {
        this.originNanos = originNanos;
        this.requests = requests;
        this.waits = waits;
    }

    static AggregateColumns of(Profile profile) {
        return of(profile, MOST_PARTS);
    }

    static AggregateColumns of(Profile profile, int mostParts) {
        Crosstalk crosstalk = new Crosstalk(profile);
        List<TimedSum<WaitHistogram>> waits = Stream.of(crosstalk.rows, crosstalk.withoutHolder).flatMap(List::stream)
                .flatMap(row -> row.paths().stream()).map(Crosstalk.Path::timed).toList();
        AggregateColumns columns = new AggregateColumns(profile.startNanos(), new TreeMap<>(profile.begun), waits);
        for (long slot = FINEST_SLOT;
                columns.parts() > Math.max(mostParts, columns.sums()) && slot < Long.MAX_VALUE / 2; slot *= 2)
            columns = columns.coarser(slot);
        return columns;
    }

    private AggregateColumns coarser(long slotNanos) {
        Map<String, TimedSum<Long>> fewer = new TreeMap<>();
        requests.forEach((type, n) -> fewer.put(type, n.coarser(slotNanos)));
        return new AggregateColumns(originNanos, fewer, waits.stream().map(w -> w.coarser(slotNanos)).toList());
    }

    private int sums() {
        return requests.size() + waits.size();
    }

    private int parts() {
        return Stream.concat(requests.values().stream(), waits.stream()).mapToInt(t -> t.parts().size()).sum();
    }

    /**
     * Ranges are in nanoseconds after the report's beginning; a part names its range. Parts of an unknown time are in
     * none, and left out.
     */
    JsonObject json() {
        JsonObject o = new JsonObject();
        o.add("requests", requests());
        o.add("waits", waits());
        o.addProperty("origin_ms", originNanos / 1e6);
        o.add("from_ns", from);
        o.add("to_ns", to);
        return o;
    }

    private JsonObject requests() {
        JsonArray types = new JsonArray(), sizes = new JsonArray(), ranges = new JsonArray(), counts = new JsonArray();
        requests.forEach((type, timed) -> {
            List<TimedSum.Part<Long>> parts = known(timed);
            types.add(type);
            sizes.add(parts.size());
            for (TimedSum.Part<Long> p : parts) {
                ranges.add(range(p));
                counts.add(p.value());
            }
        });
        JsonObject o = new JsonObject();
        o.add("type", types);
        o.add("size", sizes);
        o.add("range", ranges);
        o.add("count", counts);
        return o;
    }

    /**
     * Histograms one after the other, each without the zeros at its beginning, whose number is {@code first}, and end.
     */
    private JsonObject waits() {
        JsonArray sizes = new JsonArray(), ranges = new JsonArray(), counts = new JsonArray(), sums = new JsonArray(),
                longest = new JsonArray(),
                first = new JsonArray(), bins = new JsonArray(), log2 = new JsonArray();
        for (TimedSum<WaitHistogram> timed : waits) {
            List<TimedSum.Part<WaitHistogram>> parts = known(timed);
            sizes.add(parts.size());
            for (TimedSum.Part<WaitHistogram> p : parts) {
                ranges.add(range(p));
                counts.add(p.value().count());
                sums.add(p.value().totalNanos());
                longest.add(p.value().maxNanos());
                long[] histogram = p.value().log2();
                int zeros = 0;
                while (zeros < histogram.length && histogram[zeros] == 0)
                    zeros++;
                first.add(zeros);
                bins.add(histogram.length - zeros);
                for (int i = zeros; i < histogram.length; i++)
                    log2.add(histogram[i]);
            }
        }
        JsonObject o = new JsonObject();
        o.add("size", sizes);
        o.add("range", ranges);
        o.add("count", counts);
        o.add("sum_ns", sums);
        o.add("max_ns", longest);
        o.add("first", first);
        o.add("bins", bins);
        o.add("log2", log2);
        return o;
    }

    private static <V> List<TimedSum.Part<V>> known(TimedSum<V> timed) {
        List<TimedSum.Part<V>> known = new ArrayList<>();
        for (TimedSum.Part<V> p : timed.parts())
            if (p.fromNanos() <= p.toNanos())
                known.add(p);
        return known;
    }

    private int range(TimedSum.Part<?> p) {
        int fresh = from.size();
        int id = rangeIds.computeIfAbsent(new TimeRange(p.fromNanos(), p.toNanos()), k -> fresh);
        if (id == fresh) {
            from.add(p.fromNanos() - originNanos);
            to.add(p.toNanos() - originNanos);
        }
        return id;
    }
}
