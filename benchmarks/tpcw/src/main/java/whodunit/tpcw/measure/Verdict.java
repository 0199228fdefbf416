// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.measure;

import com.google.gson.Gson;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import whodunit.harness.oracle.Shares;

/**
 * Shares of the database's CPU, side by side: predicted from requests that were alone, counted by the clock of
 * statements while they were among others, and reported.
 */
final class Verdict {
    private static final double SMALLEST_SHARE = 2;
    private static final double TOLERANCE = 0.10;

    /**
     * An interaction.
     *
     * @param sent requests by the browsers' count
     * @param counted requests by the report's
     * @param aloneMillis CPU of one request on a server that serves nothing else
     * @param amongMillis CPU of one request in the profiled mix, by the kernel's clock of the thread
     * @param samples the report's, of the database
     * @param reportedMillis of all requests together
     */
    record Row(String type, long sent, long counted, double aloneMillis, double amongMillis, long samples,
            double reportedMillis) implements Shares.Row {
        double alone() {
            return aloneMillis * sent;
        }

        double among() {
            return amongMillis * sent;
        }

        /** Of one request; 0 if none was counted. */
        double reported() {
            return counted == 0 ? 0 : reportedMillis / counted;
        }
    }

    private final List<Row> rows = new ArrayList<>();
    private final Shares<Row> alone = shares(Row::alone), among = shares(Row::among);

    private Shares<Row> shares(ToDoubleFunction<Row> truth) {
        return new Shares<>(rows, truth, SMALLEST_SHARE, TOLERANCE);
    }

    void add(Row r) {
        rows.add(r);
    }

    /** With both truths. */
    boolean agrees() {
        return alone.agree() && among.agree();
    }

    void print(PrintStream out) {
        out.printf("%n%-22s %9s %9s | %9s %9s %9s | %8s %8s %8s | %14s %14s%n", "", "", "report", "alone", "among",
                "reported", "alone",
                "among", "reported", "reported off", "reported off");
        out.printf("%-22s %9s %9s | %9s %9s %9s | %8s %8s %8s | %14s %14s%n", "interaction", "requests", "counts", "ms",
                "others ms", "ms", "%",
                "others %", "%", "alone", "among others");
        for (Row r : rows)
            out.printf("%-22s %9d %9d | %9.3f %9.3f %9.3f | %8.2f %8.2f %8.2f | %14s %14s%n", r.type, r.sent, r.counted,
                    r.aloneMillis,
                    r.amongMillis, r.reported(), alone.truePercent(r), among.truePercent(r), alone.reportedPercent(r),
                    alone.judged(r), among.judged(r));
        sentence(out, "predicted from requests alone: ", alone);
        sentence(out, "counted among others: ", among);
    }

    private static void sentence(PrintStream out, String what, Shares<Row> shares) {
        out.println(what + (shares.agree()
                ? "agrees: every request counted, and within 10% for every interaction above 2%"
                : shares.wrong() + " interactions are wrong: requests not counted, or off by more than 10%"));
    }

    String toJson() {
        return new Gson().toJson(Map.of("agrees", agrees(), "agrees_alone", alone.agree(), "agrees_among_others",
                among.agree(),
                "interactions", rows.stream().map(this::toMap).toList()));
    }

    private Map<String, Object> toMap(Row r) {
        Map<String, Object> m = new LinkedHashMap<>();
        m.put("type", r.type);
        m.put("requests", r.sent);
        m.put("reported_requests", r.counted);
        m.put("alone_ms", r.aloneMillis);
        m.put("among_others_ms", r.amongMillis);
        m.put("reported_ms", r.reported());
        m.put("predicted_pct", alone.truePercent(r));
        m.put("among_others_pct", among.truePercent(r));
        m.put("reported_pct", alone.reportedPercent(r));
        return m;
    }
}
