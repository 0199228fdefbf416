// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.graph;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import whodunit.cli.text.Csv;
import whodunit.profile.graph.Graph;

/** A node per line, with the one edge that leads to it; the first ones have none. */
public final class CsvGraph implements GraphWriter {
    @Override
    public void write(Graph graph, OutputStream out) {
        PrintStream csv = new PrintStream(out, false, StandardCharsets.UTF_8);
        Map<String, Graph.Edge> leading = graph.leading();
        Csv.line(csv, "id", "from", "edge", "kind", "tier", "name", "context", "cpu_pct", "total_pct", "samples");
        for (Graph.Node n : graph.nodes()) {
            Graph.Edge e = leading.get(n.id());
            Csv.line(csv, n.id(), e == null ? "" : e.from(), e == null ? "" : lower(e.kind()), lower(n.kind()),
                    n.tier(), n.name(), n.context(),
                    String.format(Locale.ROOT, "%.6f", n.cpuPct()), String.format(Locale.ROOT, "%.6f", n.totalPct()),
                    Long.toString(n.samples()));
        }
        csv.flush();
    }

    private static String lower(Enum<?> kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}
