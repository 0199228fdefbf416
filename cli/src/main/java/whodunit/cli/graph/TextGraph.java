// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.graph;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import whodunit.cli.text.PrintableName;
import whodunit.profile.graph.Graph;
import whodunit.profile.graph.Graph.EdgeKind;

/**
 * The graph for a terminal of 80 columns: a node per line below the one that leads to it, upstream tiers and heavy ones
 * first.
 */
public final class TextGraph implements GraphWriter {
    private static final int WIDTH = 80;
    private static final int DEEPEST_INDENT = 32;
    private static final int LONGEST_TIER = 16;

    @Override
    public void write(Graph graph, OutputStream out) {
        PrintStream text = new PrintStream(out, false, StandardCharsets.UTF_8);
        for (Graph.Tier t : graph.tiers())
            text.printf("%s: %d samples%s%n", NodeText.cut(PrintableName.of(t.name()), WIDTH / 2), t.samples(),
                    NodeText.notDrawn(t));
        text.println("\n    self   total  of its tier; ~ handed over, => request to another tier");
        Map<String, Graph.Edge> leading = graph.leading();
        Map<String, List<Graph.Node>> following = new HashMap<>();
        for (Graph.Node n : graph.nodes()) {
            Graph.Edge e = leading.get(n.id());
            following.computeIfAbsent(e == null ? "" : e.from(), id -> new ArrayList<>()).add(n);
        }
        List<String> tiers = graph.tiers().stream().map(Graph.Tier::name).toList();
        new Tree(text, tiers, leading, following).below("", 0);
        text.flush();
    }

    private record Tree(PrintStream text, List<String> tiers, Map<String, Graph.Edge> leading,
            Map<String, List<Graph.Node>> following) {
        void below(String id, int indent) {
            List<Graph.Node> nodes = new ArrayList<>(following.getOrDefault(id, List.of()));
            nodes.sort(Comparator.<Graph.Node>comparingInt(n -> tiers.indexOf(n.tier()))
                    .thenComparing(Comparator.comparingDouble(Graph.Node::totalPct).reversed()));
            for (Graph.Node n : nodes) {
                Graph.Edge e = leading.get(n.id());
                line(n, e == null ? null : e.kind(), Math.min(indent, DEEPEST_INDENT));
                // what only passes a call on is not a step to the right
                boolean alone = following.getOrDefault(n.id(), List.of()).size() == 1;
                below(n.id(), alone && n.kind() == Graph.Kind.PROCEDURE ? indent : indent + 2);
            }
        }

        private void line(Graph.Node n, EdgeKind kind, int indent) {
            String tier = NodeText.cut(PrintableName.of(n.tier()), LONGEST_TIER) + ": ";
            String mark = kind == null ? tier
                    : kind == EdgeKind.REQUEST ? "=> " + tier : kind == EdgeKind.FLOW ? "~ " : "";
            String shares = String.format(Locale.ROOT, "%7.2f%% %6.2f%%  ", n.cpuPct(), n.totalPct());
            String before = shares + " ".repeat(indent) + mark;
            text.println(before + NodeText.cut(NodeText.name(n), Math.max(8, WIDTH - before.length())));
        }
    }
}
