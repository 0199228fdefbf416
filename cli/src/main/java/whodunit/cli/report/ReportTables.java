// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.report;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import whodunit.profile.Metric;
import whodunit.profile.Profile;
import whodunit.profile.Summary;
import whodunit.profile.crosstalk.Crosstalk;

/**
 * The report's tables as rows of cells, first the header: transactions by tiers, tiers by transactions, or calling
 * contexts.
 */
final class ReportTables {
    /** Mean wait of a request for other transactions' locks (paper, Table 1). */
    private static final String CROSSTALK = "crosstalk ms/req";
    private static final String OTHERS = "(others)";

    private ReportTables() {}

    /** @param most rows, of each tier where a row is of one; what the others have is added up in a row of their own */
    static List<String[]> of(Profile profile, String by, int most) {
        return switch (by) {
            case "tier" -> byTier(new Summary(profile), profile, most);
            case "context" -> byContext(profile, most);
            case "function" -> byFunction(profile, most);
            case "time" -> byTime(profile);
            default -> byTransaction(new Summary(profile), profile.aggregates == null,
                    profile.waits.isEmpty() ? null : new Crosstalk(profile), most);
        };
    }

    /**
     * Rows by transaction type.
     *
     * @param perRequest whether requests and CPU are of the same time, so that one can be divided by the other
     * @param crosstalk  null: no waits were recorded
     */
    private static List<String[]> byTransaction(Summary s, boolean perRequest, Crosstalk crosstalk, int most) {
        List<String[]> rows = new ArrayList<>();
        List<String> header = new ArrayList<>(List.of("transaction", "requests"));
        for (String tier : s.tierNames) {
            Metric metric = s.metrics.get(tier);
            String named = metric == Metric.CPU ? "" : metric.key() + " ";
            header.add(tier + " " + named + "%");
            header.add(named + "ms/req");
        }
        if (crosstalk != null)
            header.add(CROSSTALK);
        rows.add(header.toArray(String[]::new));
        int shown = Math.min(most, s.transactions.size());
        for (Summary.Row r : s.transactions.subList(0, shown))
            rows.add(row(s, r, perRequest, crosstalk, List.of(r.type())));
        List<Summary.Row> others = s.transactions.subList(shown, s.transactions.size());
        if (!others.isEmpty())
            rows.add(row(s, sum(others), perRequest, crosstalk, others.stream().map(Summary.Row::type).toList()));
        for (String[] row : unattributed(s, header.size()))
            rows.add(row);
        return rows;
    }

    private static Summary.Row sum(List<Summary.Row> rows) {
        long requests = 0;
        Map<String, Summary.Cell> tiers = new HashMap<>();
        for (Summary.Row r : rows) {
            requests += r.requests();
            r.tiers().forEach((tier, cell) -> tiers.merge(tier, cell, Summary.Cell::plus));
        }
        return new Summary.Row(OTHERS, requests, tiers);
    }

    /** @param types whose waits the row has */
    private static String[] row(Summary s, Summary.Row r, boolean perRequest, Crosstalk crosstalk, List<String> types) {
        List<String> row = new ArrayList<>(List.of(r.type(), r.requests() == 0 ? "" : Long.toString(r.requests())));
        for (String tier : s.tierNames) {
            Summary.Cell c = r.tiers().get(tier);
            row.add(c == null ? "" : number(c.percent()));
            row.add(c == null || r.requests() == 0 || !perRequest ? "" : number(c.millis() / r.requests()));
        }
        if (crosstalk != null)
            row.add(r.requests() == 0 ? ""
                    : number(types.stream().mapToDouble(t -> crosstalk.of(t).totalMillis()).sum() / r.requests()));
        return row.toArray(String[]::new);
    }

    private static List<String[]> unattributed(Summary s, int columns) {
        Map<String, String[]> rows = new java.util.LinkedHashMap<>();
        for (int i = 0; i < s.tierNames.size(); i++) {
            int column = 2 + 2 * i;
            s.unattributed.get(s.tierNames.get(i)).forEach((reason, cell) -> rows.computeIfAbsent(reason, k -> {
                String[] row = new String[columns];
                java.util.Arrays.fill(row, "");
                row[0] = "(" + k + ")";
                return row;
            })[column] = number(cell.percent()));
        }
        return List.copyOf(rows.values());
    }

    private static List<String[]> byTier(Summary s, Profile profile, int most) {
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[] {"tier", "transaction", title(profile.metrics(), " %"), title(profile.metrics(), " ms"),
                counted(profile)});
        for (String tier : s.tierNames) {
            List<Summary.Row> there = s.transactions.stream().filter(r -> r.tiers().containsKey(tier)).toList();
            int shown = Math.min(most, there.size());
            for (Summary.Row r : there.subList(0, shown))
                rows.add(row(tier, r.type(), r.tiers().get(tier)));
            if (shown < there.size())
                rows.add(row(tier, OTHERS, sum(there.subList(shown, there.size())).tiers().get(tier)));
            s.unattributed.get(tier).forEach((reason, c) -> rows.add(row(tier, "(" + reason + ")", c)));
        }
        return rows;
    }

    /** A column's title, with all metrics: each row is of its tier's. */
    private static String title(Set<Metric> metrics, String unit) {
        return metrics.stream().map(m -> m.key() + unit).collect(Collectors.joining(" or "));
    }

    /** What samples are counted in: waits in their length. */
    private static String counted(Profile profile) {
        return profile.processes.stream().map(p -> p.countedNanos() == p.intervalNanos ? "samples" : "us").distinct()
                .sorted().collect(Collectors.joining(" or "));
    }

    private static String[] row(String tier, String what, Summary.Cell c) {
        return new String[] {tier, what, number(c.percent()), number(c.millis()), Long.toString(c.samples())};
    }

    private static List<String[]> byContext(Profile profile, int most) {
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[] {"tier", "transaction", title(profile.metrics(), " %"), counted(profile), "context"});
        Map<String, Integer> shown = new HashMap<>();
        Map<String, Summary.Cell> others = new TreeMap<>();
        for (ContextRows.Row r : ContextRows.of(profile))
            if (shown.merge(r.tier(), 1, Integer::sum) <= most)
                rows.add(new String[] {r.tier(), r.transaction(), number(r.percent()), Long.toString(r.samples()),
                        String.join(" > ", r.path())});
            else
                others.merge(r.tier(), new Summary.Cell(r.samples(), r.millis(), r.percent()), Summary.Cell::plus);
        others.forEach((tier, c) -> rows
                .add(new String[] {tier, OTHERS, number(c.percent()), Long.toString(c.samples()), ""}));
        return rows;
    }

    private static List<String[]> byFunction(Profile profile, int most) {
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[] {"tier", "function", title(profile.metrics(), " %"), counted(profile), "source"});
        Map<String, Integer> shown = new HashMap<>();
        Map<String, Summary.Cell> others = new TreeMap<>();
        for (FunctionRows.Row r : FunctionRows.of(profile))
            if (shown.merge(r.tier(), 1, Integer::sum) <= most)
                rows.add(new String[] {r.tier(), r.function().name(), number(r.percent()), Long.toString(r.samples()),
                        r.function().source() == null ? "" : r.function().source().toString()});
            else
                others.merge(r.tier(), new Summary.Cell(r.samples(), r.millis(), r.percent()), Summary.Cell::plus);
        others.forEach((tier, c) -> rows
                .add(new String[] {tier, OTHERS, number(c.percent()), Long.toString(c.samples()), ""}));
        return rows;
    }

    private static List<String[]> byTime(Profile profile) {
        List<String[]> rows = new ArrayList<>();
        rows.add(new String[] {"after s", "tier",
                profile.metrics().stream().map(Metric::load).collect(Collectors.joining(" or ")), "of it %",
                "transaction"});
        for (TimeRows.Row r : TimeRows.of(profile))
            rows.add(new String[] {number(r.seconds()), r.tier(), number(r.load()), number(r.percent()),
                    r.transaction()});
        return rows;
    }

    static String number(double x) {
        return String.format(Locale.ROOT, "%.2f", x);
    }
}
