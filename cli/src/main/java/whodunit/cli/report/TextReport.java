// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.report;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import whodunit.cli.text.PrintableName;
import whodunit.profile.Frame;
import whodunit.profile.Metric;
import whodunit.profile.Profile;
import whodunit.profile.RecordedProcess;
import whodunit.profile.Summary;
import whodunit.profile.crosstalk.Crosstalk;
import whodunit.profile.unseen.NotSeen;

/** The report for a terminal: the paper's Table 1, then where the leading transaction types spend their time. */
public final class TextReport implements Report {
    /** The rest of a table's rows is added up. */
    private static final int MOST_ROWS = 30;
    private static final int TOP_TYPES = 3;
    private static final int TOP_FUNCTIONS = 5;
    /** How many functions of a tier without transactions are shown: there is nothing else to see. */
    private static final int TOP_FUNCTIONS_ALONE = 15;

    private final String by;

    public TextReport(String by) {
        this.by = by;
    }

    @Override
    public void write(Profile profile, OutputStream stream) {
        PrintStream out = new PrintStream(stream, false, StandardCharsets.UTF_8);
        processes(out, profile);
        out.println();
        List<String> findings = Findings.of(profile, new Summary(profile), new Crosstalk(profile));
        findings.forEach(f -> wrapped(out, PrintableName.of(f)));
        if (!findings.isEmpty())
            out.println();
        coverage(out, profile);
        if (by.equals("transaction"))
            out.println(profile.metrics().stream().map(Metric::title).collect(Collectors.joining(" and "))
                    + " by request type");
        TextTable.print(out, ReportTables.of(profile, by, MOST_ROWS));
        if (by.equals("transaction"))
            functions(out, profile);
        List<NotSeen> unseen = NotSeen.of(profile);
        if (!unseen.isEmpty())
            out.println("\nNot seen:");
        unseen.forEach(n -> wrapped(out, PrintableName.of(n.text() + ".")));
        for (RecordedProcess s : profile.processes)
            s.problems.forEach(p -> out.println("note: " + PrintableName.of(s.tier + ": " + p)));
        out.flush();
    }

    /** What was recorded: a line for all processes of a tier that were sampled in the same way. */
    private static void processes(PrintStream out, Profile profile) {
        profile.processes.stream()
                .collect(Collectors.groupingBy(
                        p -> List.of(p.tier, p.jvm, p.engine, p.intervalNanos, p.metric()), LinkedHashMap::new,
                        Collectors.toList()))
                .values().forEach(alike -> processes(out, profile, alike));
    }

    private static void processes(PrintStream out, Profile profile, List<RecordedProcess> alike) {
        RecordedProcess first = alike.get(0);
        long samples = alike.stream().mapToLong(profile::samples).sum();
        long lost = alike.stream().mapToLong(RecordedProcess::lost).sum();
        boolean ofWaits = first.countedNanos() != first.intervalNanos; // they count their length, not themselves
        out.printf(Locale.ROOT, "%-12s %s%s%s (%s every %.3g ms), %.1f s of %s%s%n",
                PrintableName.of(first.tier), first.jvm ? "JVM" : "native",
                alike.size() > 1 ? ", " + alike.size() + " processes" : "",
                ofWaits ? "" : ", " + samples + " samples", PrintableName.of(first.engine),
                first.intervalNanos / 1e6, first.millis(samples) / 1000, first.metric().title(),
                lost > 0 ? ", " + lost + " labels lost" : "");
    }

    /** Requests and waits are known less finely in time than samples are. */
    private static void coverage(PrintStream out, Profile profile) {
        if (profile.aggregates != null)
            out.printf(Locale.ROOT,
                    "Requests and waits are of %.1f s to %.1f s: they are known by recorded file, "
                            + "and all that overlap%n"
                            + "count.%n%n",
                    (profile.aggregates.fromNanos() - profile.startNanos()) / 1e9,
                    (profile.aggregates.toNanos() - profile.startNanos()) / 1e9);
    }

    /** A sentence as an item of a list; names longer than a line lose their beginning. */
    private static void wrapped(PrintStream out, String text) {
        StringBuilder line = new StringBuilder("*");
        for (String whole : text.split(" ")) {
            String word = PrintableName.of(whole, TextTable.WIDTH - 2);
            if (line.length() + 1 + word.length() > TextTable.WIDTH && line.length() > 1) {
                out.println(line);
                line = new StringBuilder(" ");
            }
            line.append(' ').append(word);
        }
        out.println(line);
    }

    /** Prints each tier's functions: of its leading types; without transactions, of what ran there instead. */
    private static void functions(PrintStream out, Profile profile) {
        Summary summary = new Summary(profile);
        for (String tier : summary.tierNames) {
            List<Summary.Row> leading = summary.transactions.stream().filter(r -> r.tiers().containsKey(tier))
                    .sorted(Comparator.comparingDouble(r -> -r.tiers().get(tier).percent())).limit(TOP_TYPES).toList();
            String metric = summary.metrics.get(tier).title();
            for (Summary.Row row : leading)
                functions(out, profile, row.type(), tier, metric, row.tiers().get(tier), TOP_FUNCTIONS);
            if (leading.isEmpty())
                summary.unattributed.get(tier).forEach((reason, cell) -> functions(out, profile, "(" + reason + ")",
                        tier, metric, cell, TOP_FUNCTIONS_ALONE));
        }
    }

    /** @param transaction its type, or the reason for having none in brackets */
    private static void functions(PrintStream out, Profile profile, String transaction, String tier, String metric,
            Summary.Cell cell, int most) {
        out.printf("%n%s in %s (%s%% of its %s), functions by self time:%n",
                PrintableName.of(transaction, 30), PrintableName.of(tier, 15),
                ReportTables.number(cell.percent()), metric);
        Map<String, Double> self = new HashMap<>();
        for (Profile.Entry e : profile.entries)
            if (transaction.equals(e.transaction()) && e.process().tier.equals(tier))
                self.merge(leaf(e.stack()), e.nanos(), Double::sum);
        List<Map.Entry<String, Double>> functions = self.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .toList();
        double all = self.values().stream().mapToDouble(d -> d).sum(), shown = 0;
        for (Map.Entry<String, Double> f : functions.subList(0, Math.min(most, functions.size()))) {
            function(out, f.getValue(), all, PrintableName.of(f.getKey(), TextTable.WIDTH - 11));
            shown += f.getValue();
        }
        if (functions.size() > most)
            function(out, all - shown, all, "(others: " + (functions.size() - most) + ")");
    }

    private static void function(PrintStream out, double part, double all, String name) {
        out.printf("  %6s%%  %s%n", ReportTables.number(100 * part / all), name);
    }

    private static String leaf(List<Frame> stack) {
        return stack.get(stack.size() - 1).name();
    }
}
