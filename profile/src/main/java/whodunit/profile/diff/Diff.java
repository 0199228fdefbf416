// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.diff;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import whodunit.profile.Metric;
import whodunit.profile.Profile;
import whodunit.profile.RecordedProcess;

/**
 * What changed from one recording to another: CPU per request, since two recordings are never equally long or busy.
 * A transaction type's CPU is divided by its own requests, a function's by all requests of the recording. Where no
 * requests were counted in one of the two, all is divided by the recording's time of that metric instead:
 * shares.
 */
public final class Diff {
    /** What figures are in. */
    public enum Unit { MS_PER_REQUEST, PERCENT_OF_SAMPLES }

    /**
     * @param name   transaction type (or the reason for having none, in brackets), or function
     * @param before 0: was not there
     * @param after  0: is gone
     */
    public record Row(String name, String tier, double before, double after) {
        public double change() {
            return after - before;
        }
    }

    private record Key(String name, String tier) {}

    public final Unit unit;
    /** What is compared, for each tier the one that it was recorded with. */
    public final SortedSet<Metric> metrics;
    /** Transaction types by tier, the largest change first. */
    public final List<Row> types;
    /** Functions themselves by tier, the largest change first. */
    public final List<Row> functions;

    public Diff(Profile before, Profile after) {
        unit = requests(before) > 0 && requests(after) > 0 ? Unit.MS_PER_REQUEST : Unit.PERCENT_OF_SAMPLES;
        metrics = before.metrics();
        metrics.addAll(after.metrics()); // a tier may be in one of them only
        types = rows(byType(before), byType(after));
        functions = rows(byFunction(before), byFunction(after));
    }

    /** The tiers that were not measured in the same in all processes of both recordings, which cannot be compared. */
    public static Set<String> incomparable(Profile before, Profile after) {
        Map<String, Metric> metrics = new HashMap<>();
        Set<String> names = new TreeSet<>();
        for (RecordedProcess s : Stream.concat(before.processes.stream(), after.processes.stream()).toList())
            if (metrics.computeIfAbsent(s.tier, k -> s.metric()) != s.metric())
                names.add(s.tier);
        return names;
    }

    private static long requests(Profile profile) {
        return profile.requests.values().stream().mapToLong(Long::longValue).sum();
    }

    private Map<Key, Double> byType(Profile p) {
        return sums(p, Profile.Entry::transaction, e -> p.requests.getOrDefault(e.transaction(), 0L));
    }

    private Map<Key, Double> byFunction(Profile p) {
        return sums(p, e -> e.stack().get(e.stack().size() - 1).name(), e -> 0);
    }

    /** @param requests by which an entry's CPU is divided; 0: by all */
    private Map<Key, Double> sums(Profile p, Function<Profile.Entry, String> name,
            ToLongFunction<Profile.Entry> requests) {
        long allRequests = requests(p);
        Map<Metric, Double> allNanos = new EnumMap<>(Metric.class);
        p.entries.forEach(e -> allNanos.merge(e.process().metric(), e.nanos(), Double::sum));
        Map<Key, Double> sums = new HashMap<>();
        for (Profile.Entry e : p.entries) {
            long own = requests.applyAsLong(e);
            double x = unit == Unit.MS_PER_REQUEST ? e.millis() / (own > 0 ? own : allRequests)
                    : 100 * e.nanos() / allNanos.get(e.process().metric());
            sums.merge(new Key(name.apply(e), e.process().tier), x, Double::sum);
        }
        return sums;
    }

    private static List<Row> rows(Map<Key, Double> before, Map<Key, Double> after) {
        List<Row> rows = new ArrayList<>();
        before.forEach((key, x) -> rows.add(new Row(key.name, key.tier, x, after.getOrDefault(key, 0.0))));
        after.forEach((key, x) -> {
            if (!before.containsKey(key))
                rows.add(new Row(key.name, key.tier, 0, x));
        });
        rows.sort(Comparator.comparingDouble((Row r) -> -Math.abs(r.change())).thenComparing(Row::name)
                .thenComparing(Row::tier));
        return List.copyOf(rows);
    }
}
