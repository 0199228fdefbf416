// SPDX-License-Identifier: Apache-2.0
package whodunit.springshop.measure;

import com.google.gson.Gson;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

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
    record Route(String name, long sent, long counted, double aloneMillis, long samples) {
        private double predicted() {
            return aloneMillis * sent;
        }
    }

    private double percent(Route route, ToDoubleFunction<Route> of) {
        double all = routes.stream().mapToDouble(of).sum();
        return all == 0 ? 0 : 100 * of.applyAsDouble(route) / all;
    }

    private double predicted(Route route) {
        return percent(route, Route::predicted);
    }

    private double reported(Route route) {
        return percent(route, r -> r.samples);
    }

    private double off(Route route) {
        return reported(route) / predicted(route) - 1;
    }

    private boolean counts(Route route) {
        return Math.max(predicted(route), reported(route)) > SMALLEST_SHARE;
    }

    private boolean wrong(Route route) {
        return route.sent != route.counted || counts(route) && !(Math.abs(off(route)) <= TOLERANCE);
    }

    boolean agrees() {
        return oneStack && namedPct >= NAMED && routes.stream().noneMatch(this::wrong);
    }

    void print(PrintStream out) {
        out.printf("%n%-40s %9s %9s | %9s | %8s %8s | %14s%n", "", "", "report", "alone", "alone", "reported", "");
        out.printf("%-40s %9s %9s | %9s | %8s %8s | %14s%n", "route", "requests", "counts", "ms", "%", "%",
                "reported off");
        for (Route r : routes)
            out.printf("%-40s %9d %9d | %9.3f | %8.2f %8.2f | %14s%n", r.name, r.sent, r.counted, r.aloneMillis,
                    predicted(r), reported(r), judged(r));
        out.printf("%.2f%% of the database's CPU, without its housekeeping, belongs to these routes%s%n", namedPct,
                namedPct >= NAMED ? "" : ": WRONG, it should be %.0f%%".formatted(NAMED));
        out.println(oneStack ? "one stack from the front end through the topic into the database"
                : "WRONG: no stack leads from the front end through the topic into the database");
        out.println(agrees() ? "agrees: every request counted, and within 5% for every route above 5%"
                : "does not agree");
    }

    private String judged(Route r) {
        return wrong(r) ? "WRONG %.1f%%".formatted(100 * off(r))
                : counts(r) ? "%.1f%%".formatted(100 * off(r)) : "(small)";
    }

    String toJson() {
        List<Map<String, Object>> all = new ArrayList<>();
        for (Route r : routes) {
            Map<String, Object> m = new LinkedHashMap<>();
            m.put("route", r.name);
            m.put("requests", r.sent);
            m.put("reported_requests", r.counted);
            m.put("alone_ms", r.aloneMillis);
            m.put("predicted_pct", predicted(r));
            m.put("reported_pct", reported(r));
            all.add(m);
        }
        return new Gson().toJson(Map.of("agrees", agrees(), "one_stack", oneStack, "named_pct", namedPct, "routes",
                all));
    }
}
