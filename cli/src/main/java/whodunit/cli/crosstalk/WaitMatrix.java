// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.crosstalk;

import java.io.PrintStream;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import whodunit.cli.text.PrintableName;
import whodunit.profile.crosstalk.Crosstalk;

/**
 * The matrix of waiters by holders. Columns are letters, explained below; holders that don't fit share the last column.
 */
final class WaitMatrix {
    private static final int NAME = 20;
    private static final int CELL = 7;
    /** As many as fit into 80 columns after name, total and mean. */
    private static final int HOLDERS = 5;

    private final Map<String, Map<String, Double>> millis = new HashMap<>();
    private final Map<String, Double> waited = new HashMap<>();
    private final Map<String, Double> held = new HashMap<>();

    private WaitMatrix(List<Crosstalk.Row> pairs) {
        for (Crosstalk.Row r : pairs) {
            double t = r.times().totalMillis();
            millis.computeIfAbsent(r.waiter(), k -> new HashMap<>()).merge(r.holder(), t, Double::sum);
            waited.merge(r.waiter(), t, Double::sum);
            held.merge(r.holder(), t, Double::sum);
        }
    }

    /** @param pairs of one tier */
    static void print(PrintStream out, Crosstalk crosstalk, String tier, List<Crosstalk.Row> pairs) {
        new WaitMatrix(pairs).print(out, crosstalk, tier);
    }

    private void print(PrintStream out, Crosstalk crosstalk, String tier) {
        List<String> rows = descending(waited);
        List<String> columns = descending(held);
        boolean others = columns.size() > HOLDERS + 1;
        if (others)
            columns = columns.subList(0, HOLDERS);
        Set<String> lettered = new LinkedHashSet<>(rows);
        lettered.addAll(columns);
        List<String> letters = List.copyOf(lettered);
        out.println("ms that rows waited for columns; ms/req: on average per request of the waiter");
        StringBuilder line = new StringBuilder(String.format("%-" + (NAME + 4) + "s", "waiter \\ holder"));
        for (String c : columns)
            line.append(right(letter(letters.indexOf(c))));
        out.println(line.append(others ? right("others") : "").append(right("total")).append(right("ms/req")));
        for (String r : rows) {
            line = new StringBuilder(
                    String.format("%-3s %-" + NAME + "s", letter(letters.indexOf(r)), PrintableName.of(r, NAME)));
            double shown = 0;
            for (String c : columns) {
                Double t = millis.get(r).get(c);
                shown += t == null ? 0 : t;
                line.append(right(t == null ? "." : ShortNumber.number(t)));
            }
            double rest = waited.get(r) - shown;
            if (others)
                line.append(right(rest < 0.005 ? "." : ShortNumber.number(rest)));
            line.append(right(ShortNumber.number(waited.get(r))))
                    .append(right(crosstalk.requests(r) == 0 ? ""
                            : ShortNumber.number(crosstalk.meanMillisByTier(r).getOrDefault(tier, 0.0))));
            out.println(line.toString().stripTrailing());
        }
        for (String c : columns)
            if (!waited.containsKey(c))
                out.printf("%-3s %s (waited for nobody)%n", letter(letters.indexOf(c)), PrintableName.of(c, 50));
        out.println();
    }

    private static List<String> descending(Map<String, Double> sums) {
        return sums.keySet().stream().sorted((a, b) -> {
            int order = Double.compare(sums.get(b), sums.get(a));
            return order != 0 ? order : a.compareTo(b);
        }).toList();
    }

    private static String right(String cell) {
        return String.format(" %" + (CELL - 1) + "s", cell);
    }

    /** A, B … Z, AA, AB … */
    private static String letter(int i) {
        return (i < 26 ? "" : letter(i / 26 - 1)) + (char) ('A' + i % 26);
    }
}
