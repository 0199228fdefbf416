// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.info;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import whodunit.cli.text.Csv;
import whodunit.profile.ContextCounts;
import whodunit.profile.RecordedProcess;

/** What was recorded, as comma-separated values: a row for each process. */
public final class InfoCsv {
    private InfoCsv() {}

    /** Writes it. */
    public static void write(List<RecordedProcess> processes, OutputStream out) {
        PrintStream csv = new PrintStream(out, false, StandardCharsets.UTF_8);
        Csv.line(csv, "tier", "pid", "uid", "kind", "command", "engine", "interval_ms", "metric", "samples", "time_ms",
                "files", "contexts", "sent", "received", "bytes_added", "lost", "truncated_stacks", "health",
                "problems");
        for (RecordedProcess p : processes) {
            ContextCounts c = p.counts.total(ContextCounts.NONE);
            long n = p.totalSamples();
            Csv.line(csv, p.tier, String.valueOf(p.pid), String.format(Locale.ROOT, "%016x", p.uid),
                    p.jvm ? "jvm" : "native", p.command, p.engine, milliseconds(p.intervalNanos / 1e6),
                    p.metric().key(), String.valueOf(n), milliseconds(p.millis(n)), String.valueOf(p.files),
                    String.valueOf(p.contexts.size()), String.valueOf(c.sent()), String.valueOf(c.received()),
                    String.valueOf(c.bytesAdded()), String.valueOf(p.lost()), String.valueOf(p.truncatedStacks()),
                    health(p), String.join("; ", p.problems));
        }
        csv.flush();
    }

    private static String milliseconds(double ms) {
        return String.format(Locale.ROOT, "%.3f", ms);
    }

    /** The counters that are not 0. */
    private static String health(RecordedProcess p) {
        return p.health.entrySet().stream().filter(e -> e.getValue() > 0).map(e -> e.getKey() + "=" + e.getValue())
                .collect(Collectors.joining(" "));
    }
}
