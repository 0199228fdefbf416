// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.graph;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import whodunit.profile.MessageCounts;
import whodunit.profile.Profile;
import whodunit.profile.StitchedMessage;

/** A graph, and which of its nodes counts the samples of which entry of the profile. */
public final class CountedGraph {
    private final Graph graph;
    private final int[] nodes;

    private CountedGraph(Graph graph, int[] nodes) {
        this.graph = graph;
        this.nodes = nodes;
    }

    /** Parameters are those of {@link Graph#of}. */
    public static CountedGraph of(Profile profile, Set<String> tiers, double minPct) {
        ContextTree tree = new ContextTree();
        ContextTreeBuilder builder = new ContextTreeBuilder(profile.processes, tree);
        List<ContextTreeNode> nodes = new ArrayList<>(profile.entries.size());
        profile.entries.forEach(e -> nodes.add(builder.add(e)));
        Map<ContextTreeBuilder.Response, MessageCounts> responses = new LinkedHashMap<>();
        for (StitchedMessage m : profile.messages) {
            ContextTreeBuilder.Response between = builder.response(m);
            if (between != null)
                responses.merge(between, m.counts(), MessageCounts::plus);
        }
        GraphBuilder graph = new GraphBuilder(new ContextTreePruning(tree, tiers, minPct));
        responses.forEach(graph::addResponse);
        return new CountedGraph(graph.graph(), nodes.stream().mapToInt(graph::node).toArray());
    }

    public Graph graph() {
        return graph;
    }

    /**
     * The node whose {@link Graph.Node#samples} are also those of an entry.
     *
     * @param entry index in {@link Profile#entries}
     * @return index in {@link Graph#nodes}; -1 if the threshold left the samples out
     */
    public int node(int entry) {
        return nodes[entry];
    }
}
