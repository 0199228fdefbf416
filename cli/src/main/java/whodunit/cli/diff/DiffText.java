// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.diff;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import whodunit.cli.text.PrintableName;
import whodunit.profile.Metric;
import whodunit.profile.diff.Diff;

/** The differences for a terminal of 80 columns; worse is red, better is blue, and the signs say so as well. */
public final class DiffText {
    private static final String WORSE = "\u001b[31m", BETTER = "\u001b[34m", PLAIN = "\u001b[0m";
    private static final int NAME_WIDTH = 32, TIER_WIDTH = 10;

    private DiffText() {}

    public static void write(Diff diff, int rows, boolean coloured, OutputStream stream) {
        PrintStream out = new PrintStream(stream, false, StandardCharsets.UTF_8);
        String unit = diff.unit == Diff.Unit.MS_PER_REQUEST ? "ms of "
                + diff.metrics.stream().map(Metric::title).collect(Collectors.joining(" or ")) + " per request"
                : "% of all samples";
        table(out, "transaction", unit, diff.types, rows, coloured);
        out.println();
        table(out, "function (self)", unit, diff.functions, rows, coloured);
        out.flush();
    }

    private static void table(PrintStream out, String what, String unit, List<Diff.Row> rows, int most,
            boolean coloured) {
        out.printf("%-" + NAME_WIDTH + "s %-" + TIER_WIDTH + "s %8s %8s %9s%n", what, "tier", "before", "after",
                "change");
        for (Diff.Row r : rows.subList(0, Math.min(most, rows.size()))) {
            String change = String.format(Locale.ROOT, "%+9.3f", r.change());
            out.printf(Locale.ROOT, "%-" + NAME_WIDTH + "s %-" + TIER_WIDTH + "s %8.3f %8.3f %s %7s%n",
                    PrintableName.of(r.name(), NAME_WIDTH), PrintableName.of(r.tier(), TIER_WIDTH),
                    r.before(), r.after(),
                    coloured && r.change() != 0 ? (r.change() > 0 ? WORSE : BETTER) + change + PLAIN : change,
                    percent(r));
        }
        out.println("(" + unit + "; the largest changes of " + rows.size() + ")");
    }

    private static String percent(Diff.Row r) {
        return r.before() == 0 ? "new"
                : r.after() == 0 ? "gone" : String.format(Locale.ROOT, "%+.0f%%", 100 * r.change() / r.before());
    }
}
