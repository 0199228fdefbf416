package whodunit.cli.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import whodunit.profile.Metric;
import whodunit.profile.Profile;
import whodunit.profile.Summary;
import whodunit.profile.crosstalk.Crosstalk;

/** The report's tables as rows of cells, first the header: transactions by stages, stages by transactions, or calling contexts. */
final class Tables {
    /** Mean wait of a request for other transactions' locks (paper, Table 1). */
    private static final String CROSSTALK = "crosstalk ms/req";

    private Tables() {}

    static List<String[]> of(Profile profile, String by) {
        return switch (by) {
            case "stage" -> byStage(new Summary(profile), profile.metrics());
            case "context" -> byContext(profile);
            case "function" -> byFunction(profile);
            case "time" -> byTime(profile);
            default -> byTransaction(new Summary(profile), profile.aggregates == null,
                    profile.waits.isEmpty() ? null : new Crosstalk(profile));
        };
    }

    /**
     * Rows by transaction type.
     *
     * @param perRequest whether requests and CPU are of the same time, so that one can be divided by the other
     * @param crosstalk  null: no waits were recorded
     */
    private static List<String[]> byTransaction(Summary s, boolean perRequest, Crosstalk crosstalk) {
        List<String[]> rows = new ArrayList<>();
        List<String> header = new ArrayList<>(List.of("transaction", "requests"));
        for (String stage : s.stageNames) {
            boolean wall = s.metrics.get(stage) == Metric.WALL;
            header.add(stage + (wall ? " wall %" : " %"));
            header.add(wall ? "wall ms/req" : "ms/req");
        }
        if (crosstalk != null)
            header.add(CROSSTALK);
        rows.add(header.toArray(String[]::new));
        for (Summary.Row r : s.transactions) {
            List<String> row = new ArrayList<>(List.of(r.type(), r.requests() == 0 ? "" : Long.toString(r.requests())));
            for (String stage : s.stageNames) {
                Summary.Cell c = r.stages().get(stage);
                row.add(c == null ? "" : number(c.percent()));
                row.add(c == null || r.requests() == 0 || !perRequest ? "" : number(c.millis() / r.requests()));
            }
            if (crosstalk != null)
                row.add(r.requests() == 0 ? "" : number(crosstalk.meanMillis(r.type())));
            rows.add(row.toArray(String[]::new));
        }
        for (String[] row : unattributed(s, header.size()))
            rows.add(row);
        return rows;
    }

    private static List<String[]> unattributed(Summary s, int columns) {
        Map<String, String[]> rows = new java.util.LinkedHashMap<>();
        for (int i = 0; i < s.stageNames.size(); i++) {
            int column = 2 + 2 * i;
            s.unattributed.get(s.stageNames.get(i)).forEach((reason, cell) -> rows.computeIfAbsent(reason, k -> {
                String[] row = new String[columns];
                java.util.Arrays.fill(row, "");
                row[0] = "(" + k + ")";
                return row;
            })[column] = number(cell.percent()));
        }
        return List.copyOf(rows.values());
    }

    private static List<String[]> byStage(Summary s, Set<Metric> metrics) {
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[] {"stage", "transaction", title(metrics, " %"), title(metrics, " ms"), "samples"});
        for (String stage : s.stageNames) {
            for (Summary.Row r : s.transactions)
                if (r.stages().containsKey(stage))
                    rows.add(row(stage, r.type(), r.stages().get(stage)));
            s.unattributed.get(stage).forEach((reason, c) -> rows.add(row(stage, "(" + reason + ")", c)));
        }
        return rows;
    }

    /** Of a column; each row is of its stage's metric. */
    private static String title(Set<Metric> metrics, String unit) {
        return metrics.stream().map(m -> m.key() + unit).collect(Collectors.joining(" or "));
    }

    private static String[] row(String stage, String what, Summary.Cell c) {
        return new String[] {stage, what, number(c.percent()), number(c.millis()), Long.toString(c.samples())};
    }

    private static List<String[]> byContext(Profile profile) {
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[] {"stage", "transaction", title(profile.metrics(), " %"), "samples", "context"});
        for (Contexts.Row r : Contexts.of(profile))
            rows.add(new String[] {r.stage(), r.transaction(), number(r.percent()), Long.toString(r.samples()),
                    String.join(" > ", r.path())});
        return rows;
    }

    private static List<String[]> byFunction(Profile profile) {
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[] {"stage", "function", title(profile.metrics(), " %"), "samples", "source"});
        for (Functions.Row r : Functions.of(profile))
            rows.add(new String[] {r.stage(), r.function().name(), number(r.percent()), Long.toString(r.samples()),
                    r.function().source() == null ? "" : r.function().source().toString()});
        return rows;
    }

    private static List<String[]> byTime(Profile profile) {
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[] {"after s", "stage",
                profile.metrics().stream().map(Metric::load).collect(Collectors.joining(" or ")), "of it %",
                "transaction"});
        for (TimeRows.Row r : TimeRows.of(profile))
            rows.add(new String[] {number(r.seconds()), r.stage(), number(r.load()), number(r.percent()),
                    r.transaction()});
        return rows;
    }

    static String number(double x) {
        return String.format(Locale.ROOT, "%.2f", x);
    }
}
