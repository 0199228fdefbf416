// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.crosstalk;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import whodunit.cli.text.PrintableName;
import whodunit.profile.WaitHistogram;
import whodunit.profile.crosstalk.Crosstalk;
import whodunit.profile.crosstalk.Crosstalk.Relation;

/**
 * Crosstalk for a terminal of 80 columns: per tier a matrix of waiters by holders, then the pairs, then on demand their
 * sites.
 */
public final class CrosstalkText {
    private static final int PAIRS = 20;

    private CrosstalkText() {}

    /** @param sites whether each pair is followed by the places of its waits, with both call paths */
    public static void write(Crosstalk crosstalk, boolean sites, OutputStream stream) {
        PrintStream out = new PrintStream(stream, false, StandardCharsets.UTF_8);
        if (crosstalk.holders.isEmpty())
            out.println("no waits of transactions were recorded");
        crosstalk.holders.forEach((tier, relations) -> {
            holders(out, tier, relations);
            List<Crosstalk.Row> pairs = crosstalk.pairs().stream().filter(r -> r.tier().equals(tier)).toList();
            if (!pairs.isEmpty()) {
                WaitMatrix.print(out, crosstalk, tier, pairs);
                pairs(out, crosstalk, pairs, sites);
            }
            without(out, crosstalk.withoutHolder.stream().filter(r -> r.tier().equals(tier)).toList());
        });
        out.flush();
    }

    private static void holders(PrintStream out, String tier, Map<Relation, WaitHistogram> relations) {
        long count = relations.values().stream().mapToLong(WaitHistogram::count).sum();
        double millis = relations.values().stream().mapToDouble(WaitHistogram::totalMillis).sum();
        out.printf("%s: transactions waited %d times, %s ms in all. The wait was ended by%n",
                PrintableName.of(tier, 30), count, ShortNumber.number(millis));
        line(out, "another transaction type", relations.get(Relation.OTHER_TYPE), millis);
        line(out, "a transaction of the same type", relations.get(Relation.SAME_TYPE), millis);
        line(out, "no transaction", relations.get(Relation.NONE), millis);
        out.println();
    }

    private static void line(PrintStream out, String what, WaitHistogram t, double all) {
        out.printf(Locale.ROOT, "  %-30s %7d waits %9s ms %5.1f%% of the time%n", what, t.count(),
                ShortNumber.number(t.totalMillis()),
                all == 0 ? 0.0 : 100 * t.totalMillis() / all);
    }

    private static void pairs(PrintStream out, Crosstalk crosstalk, List<Crosstalk.Row> pairs, boolean sites) {
        out.printf("%-18s %-18s %6s %6s %6s %6s %6s %7s%n", "waiter", "holder", "waits", "mean", "p50", "p99", "max",
                "ms");
        for (Crosstalk.Row r : pairs.subList(0, sites ? pairs.size() : Math.min(PAIRS, pairs.size()))) {
            WaitHistogram t = r.times();
            out.printf("%-18s %-18s %6d %6s %6s %6s %6s %7s%n", PrintableName.of(r.waiter(), 18),
                    PrintableName.of(r.holder(), 18), t.count(),
                    ShortNumber.number(t.meanMillis()), ShortNumber.number(t.quantileMillis(0.50)),
                    ShortNumber.number(t.quantileMillis(0.99)),
                    ShortNumber.number(t.maxMillis()), ShortNumber.number(t.totalMillis()));
            if (sites)
                LockSitesText.print(out,
                        crosstalk.rows.stream().filter(s -> s.tier().equals(r.tier()) && s.waiter().equals(r.waiter())
                                && s.holder().equals(r.holder())).toList());
        }
        if (!sites && pairs.size() > PAIRS)
            out.printf("and %d more pairs (--sites and --format csv show all)%n", pairs.size() - PAIRS);
        out.println();
    }

    /** By reason, the most waiting first. */
    private static void without(PrintStream out, List<Crosstalk.Row> rows) {
        Map<String, WaitHistogram> reasons = new java.util.TreeMap<>();
        rows.forEach(r -> reasons.computeIfAbsent(r.holder(), k -> new WaitHistogram()).add(r.times()));
        if (reasons.isEmpty())
            return;
        out.println("No transaction ended the wait:");
        reasons.entrySet().stream()
                .sorted((a, b) -> Double.compare(b.getValue().totalMillis(), a.getValue().totalMillis()))
                .forEach(e -> out.printf("  %-43s %8d waits %12s ms%n", PrintableName.of(e.getKey(), 43),
                        e.getValue().count(),
                        ShortNumber.number(e.getValue().totalMillis())));
        out.println();
    }
}
