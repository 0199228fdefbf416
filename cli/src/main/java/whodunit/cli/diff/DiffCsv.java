// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.diff;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import whodunit.cli.text.Csv;
import whodunit.profile.diff.Diff;

/** All differences as lines: of transactions, then of functions. */
public final class DiffCsv {
    private DiffCsv() {}

    public static void write(Diff diff, OutputStream out) {
        PrintStream csv = new PrintStream(out, false, StandardCharsets.UTF_8);
        Csv.line(csv, "what", "name", "tier", "unit", "before", "after", "change");
        String unit = diff.unit.name().toLowerCase(Locale.ROOT);
        lines(csv, "transaction", unit, diff.types);
        lines(csv, "function", unit, diff.functions);
        csv.flush();
    }

    private static void lines(PrintStream csv, String what, String unit, List<Diff.Row> rows) {
        for (Diff.Row r : rows)
            Csv.line(csv, what, r.name(), r.tier(), unit, number(r.before()), number(r.after()), number(r.change()));
    }

    private static String number(double x) {
        return String.format(Locale.ROOT, "%.6f", x);
    }
}
