package whodunit.cli;

import java.io.PrintStream;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import whodunit.cli.report.TextReport;
import whodunit.profile.Counts;
import whodunit.profile.Stage;

@Command(name = "stages", description = "What was recorded: processes, their health, and what was lost.")
final class StagesCommand implements Runnable {
    @Mixin
    private Input input;

    @Override
    public void run() {
        PrintStream out = System.out;
        for (Stage s : input.stages()) {
            long n = s.totalSamples();
            out.printf("%s  pid %d  uid %016x  %s%n", TextReport.printable(s.name), s.pid, s.uid, s.jvm ? "jvm" : "native");
            out.printf("  command   %s%n", TextReport.printable(s.command));
            out.printf(Locale.ROOT, "  sampling  %s every %.3f ms: %d samples, %.1f s of %s, in %d files%n", TextReport.printable(s.engine),
                    s.intervalNanos / 1e6, n, s.millis(n) / 1000, s.metric().title(), s.files);
            Counts c = s.counts.total(Counts.NONE);
            out.printf("  contexts  %d; begun %d, sent %d, received %d, %d bytes added on the wire%n",
                    s.contexts.size(), c.begun(), c.sent(), c.received(), c.bytesAdded());
            out.printf("  stacks    %d of %d do not reach their thread's entry%n", s.truncatedStacks(), n);
            s.health.forEach((name, value) -> {
                if (value > 0)
                    out.printf("  %-24s %d%n", name, value);
            });
            s.problems.forEach(p -> out.printf("  problem: %s%n", TextReport.printable(p)));
        }
    }
}
