// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import whodunit.profile.HotFunction;
import whodunit.profile.LockWait;
import whodunit.profile.Metric;
import whodunit.profile.Profile;
import whodunit.profile.Summary;
import whodunit.profile.crosstalk.Crosstalk;

/**
 * What stands out in a profile, as sentences with figures: whom to blame for each tier's CPU, and who makes whom wait.
 */
final class Findings {
    /** Types are named until they make up this share together, but not more than {@link #MOST_TYPES}. */
    private static final double ENOUGH_PERCENT = 80;
    private static final int MOST_TYPES = 3;
    /** A smaller share stands out only if it is the largest. */
    private static final double NOTABLE_PERCENT = 10;
    private static final int PAIRS = 2;
    /** Fewer requests or waits are an anecdote. */
    private static final long FEWEST = 3;
    /** Nobody looks for less waiting per request. */
    private static final double NOTABLE_MILLIS = 0.5;

    /** @param millis of the tier's time that it names; those of two metrics are not compared */
    private record Blame(Metric metric, double millis, String sentence) {}

    private Findings() {}

    static List<String> of(Profile profile, Summary summary, Crosstalk crosstalk) {
        List<String> findings = new ArrayList<>();
        deadlocks(crosstalk, findings);
        List<Blame> blames = new ArrayList<>();
        for (String tier : summary.tierNames)
            cpu(profile, summary, tier, blames);
        blames.sort(Comparator.comparing(Blame::metric).thenComparingDouble(b -> -b.millis));
        blames.forEach(b -> findings.add(b.sentence));
        for (String tier : crosstalk.holders.keySet())
            longestWaiter(summary, crosstalk, tier, findings);
        crosstalk.pairs().stream().filter(r -> r.times().count() >= FEWEST && r.times().meanMillis() >= NOTABLE_MILLIS)
                .limit(PAIRS)
                .forEach(r -> findings.add(format(
                        "In %s %s waited %d times for %s, %s ms in all (mean %s ms, 99%% within %s ms), "
                                + "most of it at %s.",
                        r.tier(), r.waiter(), r.times().count(),
                        r.holder().equals(r.waiter()) ? "others of its own type" : r.holder(),
                        number(r.times().totalMillis()), number(r.times().meanMillis()),
                        number(r.times().quantileMillis(0.99)),
                        site(crosstalk, r))));
        return findings;
    }

    private static void deadlocks(Crosstalk crosstalk, List<String> findings) {
        for (Crosstalk.Row r : crosstalk.rows)
            r.paths().stream().filter(p -> p.end() == LockWait.End.DEADLOCK).limit(1)
                    .forEach(p -> findings.add(format(
                            "In %s %s waits for %s, which waits for what it has itself: a deadlock, which had lasted "
                                    + "for %s s, at %s.",
                            r.tier(), r.waiter(), r.holder(), number(p.times().maxMillis() / 1000), r.site())));
    }

    private static void cpu(Profile profile, Summary summary, String tier, List<Blame> blames) {
        List<Summary.Row> rows = summary.transactions.stream().filter(r -> r.tiers().containsKey(tier))
                .sorted(Comparator.comparingDouble(r -> -r.tiers().get(tier).percent())).toList();
        List<String> names = new ArrayList<>();
        double sum = 0, millis = 0;
        for (Summary.Row r : rows) {
            if (sum >= ENOUGH_PERCENT || names.size() == MOST_TYPES)
                break;
            Summary.Cell c = r.tiers().get(tier);
            if (!names.isEmpty() && c.percent() < NOTABLE_PERCENT)
                break;
            sum += c.percent();
            millis += c.millis();
            List<String> details = new ArrayList<>();
            if (r.requests() > 0 && profile.aggregates == null)
                details.add(format("%s ms per request", number(c.millis() / r.requests())));
            HotFunction.of(profile, r.type(), tier)
                    .ifPresent(f -> details.add(format("%.0f%% of it in %s", f.percent(), f.place())));
            names.add(format("%s %.1f%%", r.type(), c.percent())
                    + (details.isEmpty() ? "" : " (" + String.join(", ", details) + ")"));
        }
        Metric metric = summary.metrics.get(tier);
        if (!names.isEmpty())
            blames.add(new Blame(metric, millis,
                    format("%s's %s: %s.", tier, metric.title(), String.join(", ", names))));
        else
            HotFunction.of(profile, null, tier).ifPresent(f -> blames.add(new Blame(metric, 0, format(
                    "%s's %s: %.0f%% in %s, under no transaction.", tier, metric.title(), f.percent(), f.place()))));
    }

    /** The type whose requests wait longest on average: it need not be one that waits much in all. */
    private static void longestWaiter(Summary summary, Crosstalk crosstalk, String tier, List<String> findings) {
        String longest = null;
        double mean = NOTABLE_MILLIS;
        for (Summary.Row r : summary.transactions) {
            double m = crosstalk.meanMillisByTier(r.type()).getOrDefault(tier, 0.0);
            if (r.requests() >= FEWEST && m > mean) {
                longest = r.type();
                mean = m;
            }
        }
        if (longest == null)
            return;
        Map<String, Double> holders = new TreeMap<>();
        double total = 0;
        for (Crosstalk.Row r : crosstalk.rows)
            if (r.tier().equals(tier) && r.waiter().equals(longest)) {
                holders.merge(r.holder(), r.times().totalMillis(), Double::sum);
                total += r.times().totalMillis();
            }
        double all = total;
        List<String> names = holders.entrySet().stream().sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .limit(MOST_TYPES)
                .filter(e -> 100 * e.getValue() / all >= NOTABLE_PERCENT)
                .map(e -> format("%s (%.0f%%)", e.getKey(), 100 * e.getValue() / all)).toList();
        findings.add(format("%s waits longest in %s: %s ms per request, for %s.", longest, tier, number(mean),
                String.join(", ", names)));
    }

    private static String site(Crosstalk crosstalk, Crosstalk.Row pair) {
        return crosstalk.rows.stream()
                .filter(r -> r.tier().equals(pair.tier()) && r.waiter().equals(pair.waiter())
                        && r.holder().equals(pair.holder()))
                .findFirst().map(Crosstalk.Row::site).orElse("");
    }

    private static String number(double x) {
        return format(x >= 100 ? "%.0f" : x >= 10 ? "%.1f" : "%.2f", x);
    }

    private static String format(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
