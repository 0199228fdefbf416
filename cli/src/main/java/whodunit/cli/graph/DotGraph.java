// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.graph;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import whodunit.profile.graph.Graph;

/** Graphviz's language: a cluster for each tier. */
public final class DotGraph implements GraphWriter {
    @Override
    public void write(Graph graph, OutputStream stream) {
        PrintStream out = new PrintStream(stream, false, StandardCharsets.UTF_8);
        out.print("digraph whodunit {\n  rankdir=LR;\n  fontname=\"Helvetica\";\n"
                + "  node [shape=box, style=\"rounded,filled\", fontname=\"Helvetica\", "
                + "fontsize=11];\n  edge [color=\"#555555\"];\n");
        List<Graph.Tier> tiers = graph.tiers();
        for (int i = 0; i < tiers.size(); i++) {
            Graph.Tier tier = tiers.get(i);
            out.printf("  subgraph cluster_%d {%n    label=%s;%n    color=\"#999999\";%n", i,
                    quoted(NodeText.tier(tier)));
            for (Graph.Node n : graph.nodes())
                if (n.tier().equals(tier.name()))
                    out.printf("    %s [label=%s, tooltip=%s, fillcolor=\"%s\"];%n", n.id(),
                            quoted(NodeText.name(n) + "\n" + NodeText.share(n)), tooltip(n), Heat.colour(n.cpuPct()));
            out.print("  }\n");
        }
        for (Graph.Edge e : graph.edges())
            out.printf("  %s -> %s [class=%s%s];%n", e.from(), e.to(), e.kind().name().toLowerCase(Locale.ROOT),
                    switch (e.kind()) {
                        case CALL -> "";
                        case FLOW -> ", style=dashed";
                        case REQUEST -> ", style=bold";
                    });
        for (Graph.Response r : graph.responses())
            out.printf("  %s -> %s [class=response, style=dotted, constraint=false, tooltip=\"%s\"];%n", r.from(),
                    r.to(), NodeText.response(r));
        out.print("}\n");
        out.flush();
    }

    /** In tooltips, Graphviz resolves escapes twice: the {@code \N} of a name would become the node's. */
    private static String tooltip(Graph.Node n) {
        return quoted(NodeText.tooltip(n).replace('\\', '\uff3c'));
    }

    /** Besides its escapes, the language knows HTML's entities. */
    private static String quoted(String text) {
        return '"' + text.replace("&", "&amp;").replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }
}
