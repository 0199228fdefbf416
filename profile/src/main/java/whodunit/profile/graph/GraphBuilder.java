// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.graph;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import whodunit.profile.graph.Graph.EdgeKind;
import whodunit.profile.graph.Graph.Kind;

/** Turns what is left of the tree into nodes and edges; the same profile always gives the same ids and order. */
final class GraphBuilder {
    /**
     * @param from     id of the node that leads there, or null
     * @param path     of names down to that node
     * @param requests from tier to tier on that path
     */
    private record Visit(ContextTreeNode node, String from, String path, int requests) {}

    private static final Comparator<ContextTreeNode> LARGEST_FIRST = Comparator
            .comparingLong((ContextTreeNode n) -> -n.following().values().stream().mapToLong(Long::longValue).sum())
            .thenComparing(n -> n.key.tier()).thenComparing(n -> n.key.kind()).thenComparing(n -> n.key.name())
            .thenComparing(n -> n.via);

    private final ContextTreePruning pruned;
    private final List<Graph.Node> nodes = new ArrayList<>();
    private final List<Graph.Edge> edges = new ArrayList<>();
    /** Indices of nodes. */
    private final Map<ContextTreeNode, Integer> drawn = new HashMap<>();
    /** By tier: samples by the number of requests from tier to tier that led to them. */
    private final Map<String, Map<Integer, Long>> distances = new TreeMap<>();

    GraphBuilder(ContextTreePruning pruned) {
        this.pruned = pruned;
        Deque<Visit> next = new ArrayDeque<>();
        push(next, pruned.tree.root, null, "", 0);
        while (!next.isEmpty())
            visit(next.pop(), next);
    }

    private static void push(Deque<Visit> next, ContextTreeNode parent, String from, String path, int requests) {
        List<ContextTreeNode> children = new ArrayList<>(parent.children());
        children.sort(LARGEST_FIRST.reversed()); // the last pushed is visited first
        for (ContextTreeNode n : children)
            next.push(new Visit(n, from, path, requests + (n.via == EdgeKind.REQUEST ? 1 : 0)));
    }

    private void visit(Visit v, Deque<Visit> next) {
        ContextTreeNode n = v.node;
        String id = "n" + (nodes.size() + 1);
        String tier = n.key.tier();
        String path = v.path.isEmpty() ? n.key.name() : v.path + " > " + n.key.name();
        String context = n.is(Kind.PROCEDURE) ? contextOf(n, v.path) : path;
        drawn.put(n, nodes.size());
        nodes.add(new Graph.Node(id, n.key.name(), tier, context, n.key.kind(), n.samples,
                pruned.percent(tier, n.samples),
                pruned.percent(tier, n.called)));
        if (v.from != null)
            edges.add(new Graph.Edge(v.from, id, n.via));
        distances.computeIfAbsent(tier, k -> new HashMap<>()).merge(v.requests, n.samples, Long::sum);
        push(next, n, id, path, v.requests);
    }

    /** Without the procedures of its own stack. */
    private static String contextOf(ContextTreeNode procedure, String path) {
        for (ContextTreeNode n = procedure.parent; n.is(Kind.PROCEDURE) && n.sharesTierWith(procedure); n = n.parent) {
            int cut = path.length() - n.key.name().length() - " > ".length();
            path = cut <= 0 ? "" : path.substring(0, cut);
        }
        return path;
    }

    /**
     * Index of the graph's node that counts the samples of a tree's node, as {@link ContextTreePruning} hands them
     * over; -1 if they are left out.
     */
    int node(ContextTreeNode node) {
        ContextTreeNode n = node;
        while (!drawn.containsKey(n) && n.isCalledInTier())
            n = n.parent;
        return drawn.getOrDefault(n, -1);
    }

    Graph graph() {
        List<Graph.Tier> tiers = distances.keySet().stream()
                .sorted(Comparator.comparingInt(this::distance).thenComparing(Comparator.naturalOrder()))
                .map(tier -> new Graph.Tier(tier, pruned.tree.totals.getOrDefault(tier, 0L),
                        pruned.prunedNodes.getOrDefault(tier, 0),
                        pruned.percent(tier, pruned.prunedSamples.getOrDefault(tier, 0L))))
                .toList();
        return new Graph(List.copyOf(nodes), List.copyOf(edges), tiers, pruned.minPct());
    }

    /** Where most of the tier's samples are: a tier that also calls back stays where it is called. */
    private int distance(String tier) {
        return distances.get(tier).entrySet().stream()
                .max(Map.Entry.<Integer, Long>comparingByValue().thenComparing(e -> -e.getKey())).orElseThrow()
                .getKey();
    }
}
