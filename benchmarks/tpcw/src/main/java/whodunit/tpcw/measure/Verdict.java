// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.measure;

import com.google.gson.Gson;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

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
            double reportedMillis) {
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

    void add(Row r) {
        rows.add(r);
    }

    /** Of what the interactions use together. */
    private double percent(Row r, ToDoubleFunction<Row> of) {
        double all = rows.stream().mapToDouble(of).sum();
        return all == 0 ? 0 : 100 * of.applyAsDouble(r) / all;
    }

    private double reportedPercent(Row r) {
        return percent(r, Row::samples);
    }

    private boolean counts(Row r, ToDoubleFunction<Row> truth) {
        return Math.max(percent(r, truth), reportedPercent(r)) > SMALLEST_SHARE;
    }

    private double off(Row r, ToDoubleFunction<Row> truth) {
        return reportedPercent(r) / percent(r, truth) - 1;
    }

    private boolean wrong(Row r, ToDoubleFunction<Row> truth) {
        return r.sent != r.counted || counts(r, truth) && Math.abs(off(r, truth)) > TOLERANCE;
    }

    private boolean agrees(ToDoubleFunction<Row> truth) {
        return rows.stream().noneMatch(r -> wrong(r, truth));
    }

    /** With both truths. */
    boolean agrees() {
        return agrees(Row::alone) && agrees(Row::among);
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
                    r.amongMillis, r.reported(), percent(r, Row::alone), percent(r, Row::among), reportedPercent(r),
                    judged(r, Row::alone), judged(r, Row::among));
        sentence(out, "predicted from requests alone: ", Row::alone);
        sentence(out, "counted among others: ", Row::among);
    }

    private String judged(Row r, ToDoubleFunction<Row> truth) {
        return counts(r, truth) || wrong(r, truth)
                ? "%s%.1f%%".formatted(wrong(r, truth) ? "WRONG " : "", 100 * off(r, truth)) : "(small)";
    }

    private void sentence(PrintStream out, String what, ToDoubleFunction<Row> truth) {
        out.println(
                what + (agrees(truth) ? "agrees: every request counted, and within 10% for every interaction above 2%"
                        : rows.stream().filter(r -> wrong(r, truth)).count()
                                + " interactions are wrong: requests not counted, or off by more than 10%"));
    }

    String toJson() {
        return new Gson().toJson(Map.of("agrees", agrees(), "agrees_alone", agrees(Row::alone), "agrees_among_others",
                agrees(Row::among),
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
        m.put("predicted_pct", percent(r, Row::alone));
        m.put("among_others_pct", percent(r, Row::among));
        m.put("reported_pct", reportedPercent(r));
        return m;
    }
}
