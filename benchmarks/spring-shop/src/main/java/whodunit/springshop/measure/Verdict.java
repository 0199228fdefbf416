// SPDX-License-Identifier: Apache-2.0
package whodunit.springshop.measure;

import com.google.gson.Gson;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import whodunit.harness.oracle.Shares;

/**
 * Shares of the database's CPU by route, side by side: predicted from requests that were alone, and reported.
 *
 * @param routes   the front end's
 * @param namedPct what belongs to them of the database's CPU, without its housekeeping
 * @param oneStack whether a stack leads from the front end through the topic into the database
 */
record Verdict(List<Route> routes, double namedPct, boolean oneStack) {
    private static final double SMALLEST_SHARE = 5;
    private static final double TOLERANCE = 0.05;
    private static final double NAMED = 95;

    /**
     * @param sent        requests by the visitors' count
     * @param counted     requests by the report's
     * @param aloneMillis CPU of one request in a shop that serves nothing else
     * @param samples     the report's
     */
    record Route(String name, long sent, long counted, double aloneMillis, long samples)
            implements
                Shares.Row {
        private double predicted() {
            return aloneMillis * sent;
        }
    }

    private Shares<Route> shares() {
        return new Shares<>(routes, Route::predicted, SMALLEST_SHARE, TOLERANCE);
    }

    boolean agrees() {
        return oneStack && namedPct >= NAMED && shares().agree();
    }

    void print(PrintStream out) {
        Shares<Route> shares = shares();
        out.printf("%n%-40s %9s %9s | %9s | %8s %8s | %14s%n", "", "", "report", "alone", "alone", "reported", "");
        out.printf("%-40s %9s %9s | %9s | %8s %8s | %14s%n", "route", "requests", "counts", "ms", "%", "%",
                "reported off");
        for (Route r : routes)
            out.printf("%-40s %9d %9d | %9.3f | %8.2f %8.2f | %14s%n", r.name, r.sent, r.counted, r.aloneMillis,
                    shares.truePercent(r), shares.reportedPercent(r), shares.judged(r));
        out.printf("%.2f%% of the database's CPU, without its housekeeping, belongs to these routes%s%n", namedPct,
                namedPct >= NAMED ? "" : ": WRONG, it should be %.0f%%".formatted(NAMED));
        out.println(oneStack ? "one stack from the front end through the topic into the database"
                : "WRONG: no stack leads from the front end through the topic into the database");
        out.println(agrees() ? "agrees: every request counted, and within 5% for every route above 5%"
                : "does not agree");
    }

    String toJson() {
        Shares<Route> shares = shares();
        List<Map<String, Object>> all = new ArrayList<>();
        for (Route r : routes) {
            Map<String, Object> m = new LinkedHashMap<>();
            m.put("route", r.name);
            m.put("requests", r.sent);
            m.put("reported_requests", r.counted);
            m.put("alone_ms", r.aloneMillis);
            m.put("predicted_pct", shares.truePercent(r));
            m.put("reported_pct", shares.reportedPercent(r));
            all.add(m);
        }
        return new Gson().toJson(Map.of("agrees", agrees(), "one_stack", oneStack, "named_pct", namedPct, "routes",
                all));
    }
}
