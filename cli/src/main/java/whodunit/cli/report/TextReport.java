package whodunit.cli.report;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import whodunit.cli.text.PrintableName;
import whodunit.profile.Frame;
import whodunit.profile.Profile;
import whodunit.profile.RecordedProcess;
import whodunit.profile.Summary;
import whodunit.profile.crosstalk.Crosstalk;

/** The report for a terminal: the paper's Table 1, then where the leading transaction types spend their time. */
public final class TextReport implements Report {
    /** Columns are as wide as their cells up to here: a path of eight tiers fits, a statement of a page does not. */
    private static final int WIDEST = 100;
    private static final int TOP_TYPES = 3;
    private static final int TOP_FUNCTIONS = 5;

    private final String by;

    public TextReport(String by) {
        this.by = by;
    }

    @Override
    public void write(Profile profile, OutputStream stream) {
        PrintStream out = new PrintStream(stream, false, StandardCharsets.UTF_8);
        for (RecordedProcess s : profile.processes)
            out.printf(Locale.ROOT, "%-12s %s, %d samples (%s every %.3g ms), %.1f s of %s%s%n",
                    PrintableName.of(s.tier), s.jvm ? "JVM" : "native",
                    s.totalSamples(), PrintableName.of(s.engine), s.intervalNanos / 1e6,
                    s.millis(s.totalSamples()) / 1000, s.metric().title(),
                    s.lost() > 0 ? ", " + s.lost() + " labels lost" : "");
        out.println();
        List<String> findings = Findings.of(profile, new Summary(profile), new Crosstalk(profile));
        findings.forEach(f -> out.println("* " + PrintableName.of(f)));
        if (!findings.isEmpty())
            out.println();
        coverage(out, profile);
        table(out, ReportTables.of(profile, by));
        if (by.equals("transaction"))
            functions(out, profile);
        for (RecordedProcess s : profile.processes)
            s.problems.forEach(p -> out.println("note: " + PrintableName.of(s.tier + ": " + p)));
        out.flush();
    }

    /** Requests and waits are known less finely in time than samples are. */
    private static void coverage(PrintStream out, Profile profile) {
        if (profile.aggregates != null)
            out.printf(Locale.ROOT,
                    "Requests and waits are of %.1f s to %.1f s: they are known by recorded file, and all that overlap count.%n%n",
                    (profile.aggregates.fromNanos() - profile.startNanos()) / 1e9,
                    (profile.aggregates.toNanos() - profile.startNanos()) / 1e9);
    }

    private static void table(PrintStream out, List<String[]> rows) {
        int columns = rows.get(0).length;
        int[] width = new int[columns];
        for (String[] row : rows)
            for (int i = 0; i < columns; i++)
                width[i] = Math.min(WIDEST, Math.max(width[i], PrintableName.of(row[i]).length()));
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < columns; i++) {
                String cell = PrintableName.of(row[i]);
                boolean left = i == 0 || rows.get(0)[i].equals("transaction") || rows.get(0)[i].equals("context");
                line.append(String.format(left ? "%-" + width[i] + "s  " : "%" + width[i] + "s  ", cell));
            }
            out.println(line.toString().stripTrailing());
        }
    }

    private static void functions(PrintStream out, Profile profile) {
        Summary summary = new Summary(profile);
        for (String tier : summary.tierNames) {
            List<Summary.Row> leading = summary.transactions.stream().filter(r -> r.tiers().containsKey(tier))
                    .sorted((a, b) -> Long.compare(b.tiers().get(tier).samples(), a.tiers().get(tier).samples()))
                    .limit(TOP_TYPES).toList();
            for (Summary.Row row : leading) {
                out.printf("%n%s in %s (%s%% of its %s), by function itself:%n", PrintableName.of(row.type()),
                        PrintableName.of(tier),
                        ReportTables.number(row.tiers().get(tier).percent()), summary.metrics.get(tier).title());
                Map<String, Long> self = new HashMap<>();
                for (Profile.Entry e : profile.entries)
                    if (row.type().equals(e.type()) && e.process().tier.equals(tier))
                        self.merge(leaf(e.stack()), e.samples(), Long::sum);
                long total = row.tiers().get(tier).samples();
                self.entrySet().stream().sorted((a, b) -> Long.compare(b.getValue(), a.getValue())).limit(TOP_FUNCTIONS)
                        .forEach(f -> out.printf("  %6s%%  %s%n", ReportTables.number(100.0 * f.getValue() / total),
                                PrintableName.of(f.getKey())));
            }
        }
    }

    private static String leaf(List<Frame> stack) {
        return stack.get(stack.size() - 1).name();
    }
}
