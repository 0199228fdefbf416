// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.crosstalk;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import whodunit.cli.text.Csv;
import whodunit.profile.WaitHistogram;
import whodunit.profile.crosstalk.Crosstalk;

/**
 * Every tier, waiter, holder and site as a line; waits without a holding transaction come last, with relation "none".
 */
public final class CrosstalkCsv {
    private CrosstalkCsv() {}

    public static void write(Crosstalk crosstalk, OutputStream out) {
        PrintStream csv = new PrintStream(out, false, StandardCharsets.UTF_8);
        Csv.line(csv, "tier", "waiter", "holder", "relation", "site", "count", "mean_ms", "total_ms", "p50_ms",
                "p99_ms", "max_ms");
        List<Crosstalk.Row> rows = new ArrayList<>(crosstalk.rows);
        rows.addAll(crosstalk.withoutHolder);
        for (Crosstalk.Row r : rows) {
            WaitHistogram t = r.times();
            Csv.line(csv, r.tier(), r.waiter(), r.holder(), r.relation().name().toLowerCase(Locale.ROOT), r.site(),
                    Long.toString(t.count()),
                    number(t.meanMillis()), number(t.totalMillis()), number(t.quantileMillis(0.50)),
                    number(t.quantileMillis(0.99)), number(t.maxMillis()));
        }
        csv.flush();
    }

    private static String number(double millis) {
        return String.format(Locale.ROOT, "%.6f", millis);
    }
}
