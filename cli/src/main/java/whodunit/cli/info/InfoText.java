// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.info;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import whodunit.cli.text.PrintableName;
import whodunit.profile.ContextCounts;
import whodunit.profile.Profile;
import whodunit.profile.RecordedProcess;
import whodunit.profile.unseen.KernelTime;
import whodunit.profile.unseen.NotSeen;

/** What was recorded, for people: a paragraph for each process. */
public final class InfoText {
    private InfoText() {}

    /** Writes it. */
    public static void write(List<RecordedProcess> processes, OutputStream stream) {
        PrintStream out = new PrintStream(stream, false, StandardCharsets.UTF_8);
        for (RecordedProcess s : processes) {
            KernelTime time = KernelTime.of(List.of(s), processes);
            long n = s.totalSamples();
            out.printf(Locale.ROOT, "%s  pid %d  uid %016x  %s%n", PrintableName.of(s.tier), s.pid, s.uid,
                    s.jvm ? "jvm" : "native");
            out.printf("  command   %s%n", PrintableName.of(s.command));
            out.printf(Locale.ROOT, "  sampling  %s every %.3f ms: %d samples, %.1f s of %s, in %d files%n",
                    PrintableName.of(s.engine),
                    s.intervalNanos / 1e6, n, s.millis(n) / 1000, s.metric().title(), s.files);
            if (time.usedMillis() > 0)
                out.printf(Locale.ROOT, "  kernel    counted %.2f s of CPU: samples stand for %.1f%% of it%n",
                        time.usedMillis() / 1000, 100 * time.sampledMillis() / time.usedMillis());
            ContextCounts c = s.counts.total(ContextCounts.NONE);
            out.printf(Locale.ROOT, "  contexts  %d; begun %d, sent %d, received %d, %d bytes added on the wire%n",
                    s.contexts.size(), c.begun(), c.sent(), c.received(), c.bytesAdded());
            out.printf(Locale.ROOT, "  stacks    %d of %d do not reach their thread's entry%n", s.truncatedStacks(), n);
            s.flows.values().forEach(f -> out.printf(Locale.ROOT, "  flow      %s %s, locked in %s: %d times%s%n",
                    f.takes() ? "take" : "put ", PrintableName.of(f.instruction()), PrintableName.of(f.site()),
                    f.times(), f.takes() ? ", " + f.carried() + " contexts" : ""));
            s.health.forEach((name, value) -> {
                if (value > 0)
                    out.printf(Locale.ROOT, "  %-24s %d%n", PrintableName.of(name), value);
            });
            s.problems.forEach(p -> out.printf("  problem: %s%n", PrintableName.of(p)));
        }
        NotSeen.of(Profile.stitch(processes)).forEach(n -> out.println("not seen: " + PrintableName.of(n.text())));
        out.flush();
    }
}
