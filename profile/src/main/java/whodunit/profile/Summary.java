// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The paper's Table 1: transaction types by tiers. Process instances of the same tier name are one column. */
public final class Summary {
    /**
     * Time is of the tier's metric.
     *
     * @param percent share of that tier's time
     */
    public record Cell(long samples, double millis, double percent) {
        public Cell plus(Cell o) {
            return new Cell(samples + o.samples, millis + o.millis, percent + o.percent);
        }
    }

    /** @param tiers by tier name; a tier without samples of this type is absent */
    public record Row(String type, long requests, Map<String, Cell> tiers) {}

    /** Tier names, the most CPU first, then those of which wall time was recorded. */
    public final List<String> tierNames;
    /** What each tier's figures measure. */
    public final Map<String, Metric> metrics = new HashMap<>();
    /** The most CPU over all tiers first; without CPU, the most wall time. */
    public final List<Row> transactions;
    /** Tier name, then reason, to what is not attributed to a transaction. */
    public final Map<String, Map<String, Cell>> unattributed;

    private static final class Sum {
        long samples;
        double millis;
        double nanos;
    }

    public Summary(Profile profile) {
        Map<String, Sum> totals = new TreeMap<>();
        Map<String, Map<String, Sum>> types = new TreeMap<>();
        Map<String, Map<String, Sum>> reasons = new TreeMap<>();
        for (RecordedProcess s : profile.processes) {
            totals.computeIfAbsent(s.tier, k -> new Sum());
            metrics.put(s.tier, s.metric());
        }
        for (Profile.Entry e : profile.entries) {
            add(totals, e.process().tier, e);
            if (e.type() != null)
                add(types.computeIfAbsent(e.type(), k -> new TreeMap<>()), e.process().tier, e);
            else
                add(reasons.computeIfAbsent(e.process().tier, k -> new TreeMap<>()), e.reason(), e);
        }
        profile.requests.keySet().forEach(t -> types.computeIfAbsent(t, k -> new TreeMap<>()));
        tierNames = totals.entrySet().stream()
                .sorted(Comparator.comparing((Map.Entry<String, Sum> e) -> metrics.get(e.getKey()))
                        .thenComparingDouble(e -> -e.getValue().millis))
                .map(Map.Entry::getKey).toList();
        List<Row> rows = new ArrayList<>();
        types.forEach((type, byTier) -> {
            Map<String, Cell> cells = new LinkedHashMap<>();
            for (String tier : tierNames)
                if (byTier.containsKey(tier))
                    cells.put(tier, cell(byTier.get(tier), totals.get(tier)));
            rows.add(new Row(type, profile.requests.getOrDefault(type, 0L), cells));
        });
        rows.sort(Comparator.comparingDouble((Row r) -> -millis(r, Metric.CPU))
                .thenComparingDouble(r -> -millis(r, Metric.WALL))
                .thenComparing(Row::type));
        transactions = List.copyOf(rows);
        unattributed = new LinkedHashMap<>();
        for (String tier : tierNames) {
            Map<String, Cell> cells = new LinkedHashMap<>();
            reasons.getOrDefault(tier, Map.of()).entrySet().stream()
                    .sorted(Comparator.comparingDouble((Map.Entry<String, Sum> e) -> -e.getValue().nanos))
                    .forEach(e -> cells.put(e.getKey(), cell(e.getValue(), totals.get(tier))));
            unattributed.put(tier, cells);
        }
    }

    private double millis(Row row, Metric metric) {
        return row.tiers().entrySet().stream().filter(c -> metrics.get(c.getKey()) == metric)
                .mapToDouble(c -> c.getValue().millis()).sum();
    }

    private static void add(Map<String, Sum> sums, String key, Profile.Entry e) {
        Sum sum = sums.computeIfAbsent(key, k -> new Sum());
        sum.samples += e.samples();
        sum.millis += e.millis();
        sum.nanos += e.nanos();
    }

    private static Cell cell(Sum sum, Sum total) {
        return new Cell(sum.samples, sum.millis, total.nanos == 0 ? 0 : 100 * sum.nanos / total.nanos);
    }
}
