// SPDX-License-Identifier: Apache-2.0
package whodunit.lamp.measure;

import com.google.gson.Gson;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import whodunit.harness.oracle.Shares;

/** Shares of the tiers' CPU by route, side by side: predicted from requests that were alone, and reported. */
final class Verdict {
    private static final double SMALLEST_SHARE = 2;
    private static final double TOLERANCE = 0.10;
    /** What has to belong to a named route, in percent of the tier's CPU. */
    private static final Map<String, Double> NAMED = Map.of("nginx", 90.0, "php", 95.0, "mariadb", 95.0);
    /** nginx's own share is told, but not judged: it uses too little for its routes to be told apart by samples. */
    private static final List<String> JUDGED = List.of("php", "mariadb");

    /**
     * A route on a tier.
     *
     * @param sent        requests by the visitors' count
     * @param counted     requests by the report's
     * @param alone       CPU of requests on a site that serves one at a time
     * @param samples     the report's
     */
    record Row(String tier, String route, long sent, long counted, Cost alone, long samples)
            implements
                Shares.Row {
        private double predicted() {
            return alone.of(sent);
        }
    }

    private final List<Row> rows = new ArrayList<>();
    private final Map<String, Double> named = new LinkedHashMap<>();
    private final Map<String, Map<String, Double>> amongOthers = new HashMap<>();

    void add(Row row) {
        rows.add(row);
    }

    /** @param percent of the tier's CPU that belongs to routes that visitors have asked for */
    void addNamed(String tier, double percent) {
        named.put(tier, percent);
    }

    /** @param millis CPU of a tier's requests by route, as its own workers have counted it in the profiled run */
    void addAmongOthers(String tier, Map<String, Double> millis) {
        amongOthers.put(tier, millis);
    }

    /** The tier's. Where it is not judged, all are too small to be. */
    private Shares<Row> shares(String tier) {
        return new Shares<>(rows.stream().filter(r -> r.tier.equals(tier)).toList(), Row::predicted,
                JUDGED.contains(tier) ? SMALLEST_SHARE : 100, TOLERANCE);
    }

    /** NaN where the tier does not count itself. */
    private double amongOthers(Row row) {
        Map<String, Double> millis = amongOthers.getOrDefault(row.tier, Map.of());
        double all = millis.values().stream().mapToDouble(ms -> ms).sum();
        return 100 * millis.getOrDefault(row.route, 0.0) / all;
    }

    private long wrong() {
        return rows.stream().filter(r -> shares(r.tier).isWrong(r)).count();
    }

    private boolean isNamed(String tier) {
        return named.get(tier) >= NAMED.get(tier);
    }

    boolean agrees() {
        return wrong() == 0 && named.keySet().stream().allMatch(this::isNamed);
    }

    void print(PrintStream out) {
        for (String tier : named.keySet()) {
            Shares<Row> shares = shares(tier);
            out.printf("%n%-50s %9s %9s | %9s | %8s %8s %8s %8s | %14s %8s%n", tier, "", "report", "alone", "alone",
                    "others", "reported", "", "reported off", "");
            out.printf("%-50s %9s %9s | %9s | %8s %8s %8s %8s | %14s %8s%n", "route", "requests", "counts", "ms", "%",
                    "%", "%", "samples", "alone", "others");
            for (Row r : shares.rows())
                out.printf("%-50s %9d %9d | %9.3f | %8.2f %8s %8.2f %8d | %14s %8s%n", r.route, r.sent, r.counted,
                        r.alone.later(), shares.truePercent(r), inWords("%.2f", amongOthers(r)),
                        shares.reportedPercent(r), r.samples, shares.judged(r),
                        inWords("%.1f%%", 100 * (shares.reportedPercent(r) / amongOthers(r) - 1)));
            out.printf("%.2f%% of its CPU belongs to these routes%s%n", named.get(tier),
                    isNamed(tier) ? "" : ": WRONG, it should be %.0f%%".formatted(NAMED.get(tier)));
        }
        out.println(wrong() == 0 ? "agrees: every request counted, and within 10% for every route above 2%"
                : wrong() + " rows are wrong: requests not counted, or off by more than 10%");
    }

    private static String inWords(String format, double value) {
        return Double.isFinite(value) ? format.formatted(value) : "";
    }

    String toJson() {
        List<Map<String, Object>> routes = new ArrayList<>();
        for (Row r : rows) {
            Shares<Row> shares = shares(r.tier);
            Map<String, Object> m = new LinkedHashMap<>();
            m.put("tier", r.tier);
            m.put("route", r.route);
            m.put("requests", r.sent);
            m.put("reported_requests", r.counted);
            m.put("alone_ms", r.alone.later());
            m.put("alone_first_ms", r.alone.first());
            m.put("predicted_pct", shares.truePercent(r));
            m.put("reported_pct", shares.reportedPercent(r));
            if (!Double.isNaN(amongOthers(r)))
                m.put("among_others_pct", amongOthers(r));
            routes.add(m);
        }
        return new Gson().toJson(Map.of("agrees", agrees(), "named_pct", named, "routes", routes));
    }
}
