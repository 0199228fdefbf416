package whodunit.cli.crosstalk;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import whodunit.profile.crosstalk.Crosstalk;

/** The matrix as one self-contained page without scripts: a heat map per stage, and its sites below. */
public final class CrosstalkHtml {
    private static final String HEAD = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>Crosstalk</title><style>
            body { font: 14px sans-serif; margin: 2em; }
            table { border-collapse: collapse; margin: 1em 0; }
            td, th { border: 1px solid #ddd; padding: 3px 8px; text-align: right; }
            th:first-child, td:first-child, td.text { text-align: left; }
            </style></head><body>
            <h1>Crosstalk: the row's requests waited for the column's</h1>
            """;

    private CrosstalkHtml() {}

    public static void write(Crosstalk crosstalk, OutputStream stream) {
        PrintStream out = new PrintStream(stream, false, StandardCharsets.UTF_8);
        out.print(HEAD);
        if (crosstalk.holders.isEmpty())
            out.print("<p>No waits of transactions were recorded.</p>\n");
        for (String stage : crosstalk.holders.keySet()) {
            out.printf("<h2>%s</h2>%n", escape(stage));
            heatMap(out, crosstalk.pairs().stream().filter(r -> r.stage().equals(stage)).toList());
            sites(out, crosstalk.rows.stream().filter(r -> r.stage().equals(stage)).toList());
        }
        out.print("</body></html>\n");
        out.flush();
    }

    private static void heatMap(PrintStream out, List<Crosstalk.Row> pairs) {
        Map<List<String>, Crosstalk.Row> cells = new HashMap<>();
        double largest = 0;
        for (Crosstalk.Row r : pairs) {
            cells.put(List.of(r.waiter(), r.holder()), r);
            largest = Math.max(largest, r.times().totalMillis());
        }
        List<String> holders = pairs.stream().map(Crosstalk.Row::holder).distinct().toList();
        out.print("<table><tr><th>total ms</th>");
        holders.forEach(h -> out.printf("<th>%s</th>", escape(h)));
        out.print("</tr>\n");
        for (String waiter : pairs.stream().map(Crosstalk.Row::waiter).distinct().toList()) {
            out.printf("<tr><td>%s</td>", escape(waiter));
            for (String holder : holders) {
                Crosstalk.Row r = cells.get(List.of(waiter, holder));
                if (r == null)
                    out.print("<td></td>");
                else
                    out.printf(Locale.ROOT, "<td style=\"background: rgba(213, 94, 0, %.3f)\" title=\"%d waits, mean %s ms\">%s</td>",
                            r.times().totalMillis() / largest * 0.8, r.times().count(), Cells.number(r.times().meanMillis()), Cells.number(r.times().totalMillis()));
            }
            out.print("</tr>\n");
        }
        out.print("</table>\n");
    }

    private static void sites(PrintStream out, List<Crosstalk.Row> rows) {
        out.print("<table><tr><th>waiter</th><th>holder</th><th>site</th><th>waits</th><th>mean ms</th><th>p99 ms</th><th>max ms</th><th>total ms</th></tr>\n");
        for (Crosstalk.Row r : rows)
            out.printf("<tr><td class=\"text\">%s</td><td class=\"text\">%s</td><td class=\"text\">%s</td><td>%d</td><td>%s</td><td>%s</td><td>%s</td><td>%s</td></tr>%n",
                    escape(r.waiter()), escape(r.holder()), escape(r.site()), r.times().count(), Cells.number(r.times().meanMillis()),
                    Cells.number(r.times().quantileMillis(0.99)), Cells.number(r.times().maxMillis()), Cells.number(r.times().totalMillis()));
        out.print("</table>\n");
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\"", "&quot;");
    }
}
