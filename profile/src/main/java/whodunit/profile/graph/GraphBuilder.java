// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.graph;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import whodunit.profile.MessageCounts;
import whodunit.profile.graph.Graph.EdgeKind;
import whodunit.profile.graph.Graph.Kind;

/** Turns what is left of the tree into nodes and edges; the same profile always gives the same ids and order. */
final class GraphBuilder {
    /**
     * @param from     id of the node that leads there, or null
     * @param path     of names down to that node
     * @param requests from tier to tier on that path
     * @param background whether it is of no transaction
     */
    private record Visit(ContextTreeNode node, String from, String path, int requests, boolean background) {}

    private record Between(String from, String to) {}

    private static final Comparator<ContextTreeNode> LARGEST_FIRST = Comparator
            .comparingDouble(
                    (ContextTreeNode n) -> -n.following().values().stream().mapToDouble(Double::doubleValue).sum())
            .thenComparing(n -> n.key.tier()).thenComparing(n -> n.key.kind()).thenComparing(n -> n.key.name())
            .thenComparing(n -> n.via);

    private final ContextTreePruning pruned;
    private final List<Graph.Node> nodes = new ArrayList<>();
    private final List<Graph.Edge> edges = new ArrayList<>();
    private final Map<Between, MessageCounts> responses = new LinkedHashMap<>();
    /** Indices of nodes. */
    private final Map<ContextTreeNode, Integer> drawn = new HashMap<>();
    /** By tier: time by the number of requests from tier to tier that led to them. */
    private final Map<String, Map<Integer, Double>> distances = new TreeMap<>();
    /** The same of what is of no transaction: it counts where a tier has nothing else. */
    private final Map<String, Map<Integer, Double>> background = new TreeMap<>();

    GraphBuilder(ContextTreePruning pruned) {
        this.pruned = pruned;
        Deque<Visit> next = new ArrayDeque<>();
        push(next, pruned.tree.root, null, "", 0, false);
        while (!next.isEmpty())
            visit(next.pop(), next);
    }

    private static void push(Deque<Visit> next, ContextTreeNode parent, String from, String path, int requests,
            boolean background) {
        List<ContextTreeNode> children = new ArrayList<>(parent.children());
        children.sort(LARGEST_FIRST.reversed()); // the last pushed is visited first
        for (ContextTreeNode n : children)
            next.push(new Visit(n, from, path, requests + (n.via == EdgeKind.REQUEST ? 1 : 0),
                    background || n.is(Kind.UNATTRIBUTED)));
    }

    private void visit(Visit v, Deque<Visit> next) {
        ContextTreeNode n = v.node;
        String id = "n" + (nodes.size() + 1);
        String tier = n.key.tier();
        String path = v.path.isEmpty() ? n.key.name() : v.path + " > " + n.key.name();
        String context = n.is(Kind.PROCEDURE) ? contextOf(n, v.path) : path;
        drawn.put(n, nodes.size());
        nodes.add(new Graph.Node(id, n.key.name(), tier, context, n.key.kind(), n.samples,
                pruned.percent(tier, n.nanos),
                pruned.percent(tier, n.called)));
        if (v.from != null)
            edges.add(new Graph.Edge(v.from, id, n.via));
        Map<String, Map<Integer, Double>> which = v.background ? background : distances;
        which.computeIfAbsent(tier, k -> new HashMap<>()).merge(v.requests, n.nanos, Double::sum);
        push(next, n, id, path, v.requests, v.background);
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

    /** What is not drawn itself is part of its caller, or of the only procedure that it calls. */
    void addResponse(ContextTreeBuilder.Response response, MessageCounts counts) {
        int to = nearest(response.to());
        int from = response.from() != null ? nearest(response.from()) : to < 0 ? -1 : asked(to, response.tier());
        if (from >= 0 && to >= 0)
            responses.merge(new Between(nodes.get(from).id(), nodes.get(to).id()), counts, MessageCounts::plus);
    }

    private int nearest(ContextTreeNode node) {
        ContextTreeNode n = node;
        while (!drawn.containsKey(n)) {
            ContextTreeNode only = pruned.passedOver.get(n);
            if (only != null && only.sharesTierWith(n))
                n = only;
            else if (n.isCalledInTier())
                n = n.parent;
            else
                return -1;
        }
        return drawn.get(n);
    }

    /** The largest node of a tier among those that a node has asked; -1 if there is none. */
    private int asked(int node, String tier) {
        for (Graph.Edge e : edges) {
            int to = Integer.parseInt(e.to().substring(1)) - 1;
            if (e.from().equals(nodes.get(node).id()) && e.kind() == EdgeKind.REQUEST
                    && nodes.get(to).tier().equals(tier))
                return to;
        }
        return -1;
    }

    Graph graph() {
        background.forEach(distances::putIfAbsent);
        List<Graph.Tier> tiers = distances.keySet().stream()
                .sorted(Comparator.comparingInt(this::distance).thenComparing(Comparator.naturalOrder()))
                .map(tier -> new Graph.Tier(tier, pruned.tree.samples.getOrDefault(tier, 0L),
                        pruned.prunedNodes.getOrDefault(tier, 0),
                        pruned.percent(tier, pruned.prunedNanos.getOrDefault(tier, 0.0))))
                .toList();
        List<Graph.Response> answers = new ArrayList<>();
        responses.forEach((between, n) -> answers
                .add(new Graph.Response(between.from, between.to, n.calls(), n.bytes())));
        return new Graph(List.copyOf(nodes), List.copyOf(edges), List.copyOf(answers), tiers, pruned.minPct());
    }

    /** Where most of the tier's time is: a tier that also calls back stays where it is called. */
    private int distance(String tier) {
        return distances.get(tier).entrySet().stream()
                .max(Map.Entry.<Integer, Double>comparingByValue().thenComparing(e -> -e.getKey())).orElseThrow()
                .getKey();
    }
}
