package whodunit.profile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The paper's Table 1: transaction types by stages. Process instances of the same stage name are one column. */
public final class Summary {
    /**
     * Time is of the stage's metric.
     *
     * @param percent share of that stage's samples
     */
    public record Cell(long samples, double millis, double percent) {}

    /** @param stages by stage name; a stage without samples of this type is absent */
    public record Row(String type, long requests, Map<String, Cell> stages) {}

    /** Stage names, the most CPU first, then those of which wall time was recorded. */
    public final List<String> stageNames;
    /** What each stage's figures measure. */
    public final Map<String, Metric> metrics = new HashMap<>();
    /** The most CPU over all stages first; without CPU, the most wall time. */
    public final List<Row> transactions;
    /** Stage name, then reason, to what is not attributed to a transaction. */
    public final Map<String, Map<String, Cell>> unattributed;

    private static final class Sum {
        long samples;
        double millis;
    }

    public Summary(Profile profile) {
        Map<String, Sum> totals = new TreeMap<>();
        Map<String, Map<String, Sum>> types = new TreeMap<>();
        Map<String, Map<String, Sum>> reasons = new TreeMap<>();
        for (Stage s : profile.stages) {
            totals.computeIfAbsent(s.name, k -> new Sum());
            metrics.put(s.name, s.metric());
        }
        for (Profile.Entry e : profile.entries) {
            add(totals, e.stage().name, e);
            if (e.type() != null)
                add(types.computeIfAbsent(e.type(), k -> new TreeMap<>()), e.stage().name, e);
            else
                add(reasons.computeIfAbsent(e.stage().name, k -> new TreeMap<>()), e.reason(), e);
        }
        profile.requests.keySet().forEach(t -> types.computeIfAbsent(t, k -> new TreeMap<>()));
        stageNames = totals.entrySet().stream()
                .sorted(Comparator.comparing((Map.Entry<String, Sum> e) -> metrics.get(e.getKey()))
                        .thenComparingDouble(e -> -e.getValue().millis))
                .map(Map.Entry::getKey).toList();
        List<Row> rows = new ArrayList<>();
        types.forEach((type, byStage) -> {
            Map<String, Cell> cells = new LinkedHashMap<>();
            for (String stage : stageNames)
                if (byStage.containsKey(stage))
                    cells.put(stage, cell(byStage.get(stage), totals.get(stage)));
            rows.add(new Row(type, profile.requests.getOrDefault(type, 0L), cells));
        });
        rows.sort(Comparator.comparingDouble((Row r) -> -millis(r, Metric.CPU))
                .thenComparingDouble(r -> -millis(r, Metric.WALL))
                .thenComparing(Row::type));
        transactions = List.copyOf(rows);
        unattributed = new LinkedHashMap<>();
        for (String stage : stageNames) {
            Map<String, Cell> cells = new LinkedHashMap<>();
            reasons.getOrDefault(stage, Map.of()).entrySet().stream()
                    .sorted(Comparator.comparingLong((Map.Entry<String, Sum> e) -> -e.getValue().samples))
                    .forEach(e -> cells.put(e.getKey(), cell(e.getValue(), totals.get(stage))));
            unattributed.put(stage, cells);
        }
    }

    private double millis(Row row, Metric metric) {
        return row.stages().entrySet().stream().filter(c -> metrics.get(c.getKey()) == metric)
                .mapToDouble(c -> c.getValue().millis()).sum();
    }

    private static void add(Map<String, Sum> sums, String key, Profile.Entry e) {
        Sum sum = sums.computeIfAbsent(key, k -> new Sum());
        sum.samples += e.samples();
        sum.millis += e.millis();
    }

    private static Cell cell(Sum sum, Sum total) {
        return new Cell(sum.samples, sum.millis, total.samples == 0 ? 0 : 100.0 * sum.samples / total.samples);
    }
}
