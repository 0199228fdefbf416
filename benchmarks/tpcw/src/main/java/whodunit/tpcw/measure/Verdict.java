package whodunit.tpcw.measure;

import com.google.gson.Gson;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Predicted and reported shares of the database's CPU, side by side. */
final class Verdict {
    private static final double SMALLEST_SHARE = 2;
    private static final double TOLERANCE = 0.10;

    private record Row(String type, long sent, long counted, double aloneMillis, long samples) {
        double predicted() {
            return aloneMillis * sent;
        }
    }

    private final List<Row> rows = new ArrayList<>();

    /**
     * @param sent requests by the browsers' count
     * @param counted requests by the report's
     * @param aloneMillis CPU of one request
     * @param samples the report's, of the database
     */
    void add(String type, long sent, long counted, double aloneMillis, long samples) {
        rows.add(new Row(type, sent, counted, aloneMillis, samples));
    }

    private double predictedPercent(Row r) {
        return 100 * r.predicted() / rows.stream().mapToDouble(Row::predicted).sum();
    }

    private double reportedPercent(Row r) {
        return 100.0 * r.samples / rows.stream().mapToLong(Row::samples).sum();
    }

    private boolean counts(Row r) {
        return Math.max(predictedPercent(r), reportedPercent(r)) > SMALLEST_SHARE;
    }

    private double off(Row r) {
        return reportedPercent(r) / predictedPercent(r) - 1;
    }

    private boolean wrong(Row r) {
        return r.sent != r.counted || counts(r) && Math.abs(off(r)) > TOLERANCE;
    }

    boolean agrees() {
        return rows.stream().noneMatch(this::wrong);
    }

    void print(PrintStream out) {
        out.printf("%n%-22s %9s %9s %10s %12s %12s %8s%n", "interaction", "requests", "reported", "alone ms", "predicted %", "reported %", "off by");
        for (Row r : rows)
            out.printf("%-22s %9d %9d %10.3f %12.2f %12.2f %7.1f%%%s%n", r.type, r.sent, r.counted, r.aloneMillis, predictedPercent(r),
                    reportedPercent(r), 100 * off(r), wrong(r) ? "  WRONG" : counts(r) ? "" : "  (small)");
        out.println(agrees() ? "agrees: every request counted, and within 10% for every interaction above 2%"
                : rows.stream().filter(this::wrong).count() + " interactions are wrong: requests not counted, or off by more than 10%");
    }

    String toJson() {
        return new Gson().toJson(Map.of("agrees", agrees(), "interactions", rows.stream().map(r -> Map.of("type", r.type,
                "requests", r.sent, "reported_requests", r.counted, "alone_ms", r.aloneMillis, "predicted_pct", predictedPercent(r),
                "reported_pct", reportedPercent(r))).toList()));
    }
}
