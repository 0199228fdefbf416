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
final class Drawing {
    /**
     * @param from     id of the node that leads there, or null
     * @param path     of names down to that node
     * @param requests from tier to tier on that path
     */
    private record Visit(Place place, String from, String path, int requests) {}

    private static final Comparator<Place> LARGEST_FIRST = Comparator
            .comparingLong((Place p) -> -p.following().values().stream().mapToLong(Long::longValue).sum())
            .thenComparing(p -> p.key.stage()).thenComparing(p -> p.key.kind()).thenComparing(p -> p.key.name())
            .thenComparing(p -> p.via);

    private final Pruning pruned;
    private final List<Graph.Node> nodes = new ArrayList<>();
    private final List<Graph.Edge> edges = new ArrayList<>();
    /** Indices of nodes. */
    private final Map<Place, Integer> drawn = new HashMap<>();
    /** By tier: samples by the number of requests from tier to tier that led to them. */
    private final Map<String, Map<Integer, Long>> distances = new TreeMap<>();

    Drawing(Pruning pruned) {
        this.pruned = pruned;
        Deque<Visit> next = new ArrayDeque<>();
        push(next, pruned.places.root, null, "", 0);
        while (!next.isEmpty())
            visit(next.pop(), next);
    }

    private static void push(Deque<Visit> next, Place parent, String from, String path, int requests) {
        List<Place> children = new ArrayList<>(parent.children());
        children.sort(LARGEST_FIRST.reversed()); // the last pushed is visited first
        for (Place p : children)
            next.push(new Visit(p, from, path, requests + (p.via == EdgeKind.REQUEST ? 1 : 0)));
    }

    private void visit(Visit v, Deque<Visit> next) {
        Place p = v.place;
        String id = "n" + (nodes.size() + 1);
        String stage = p.key.stage();
        String path = v.path.isEmpty() ? p.key.name() : v.path + " > " + p.key.name();
        String context = p.is(Kind.PROCEDURE) ? contextOf(p, v.path) : path;
        drawn.put(p, nodes.size());
        nodes.add(new Graph.Node(id, p.key.name(), stage, context, p.key.kind(), p.samples,
                pruned.percent(stage, p.samples),
                pruned.percent(stage, p.called)));
        if (v.from != null)
            edges.add(new Graph.Edge(v.from, id, p.via));
        distances.computeIfAbsent(stage, k -> new HashMap<>()).merge(v.requests, p.samples, Long::sum);
        push(next, p, id, path, v.requests);
    }

    /** Without the procedures of its own stack. */
    private static String contextOf(Place procedure, String path) {
        for (Place p = procedure.parent; p.is(Kind.PROCEDURE) && p.sharesTierWith(procedure); p = p.parent) {
            int cut = path.length() - p.key.name().length() - " > ".length();
            path = cut <= 0 ? "" : path.substring(0, cut);
        }
        return path;
    }

    /** Index of the node that counts the samples of a place, as {@link Pruning} hands them over; -1 if they are left out. */
    int node(Place place) {
        Place p = place;
        while (!drawn.containsKey(p) && p.isCalledInTier())
            p = p.parent;
        return drawn.getOrDefault(p, -1);
    }

    Graph graph() {
        List<Graph.Tier> tiers = distances.keySet().stream()
                .sorted(Comparator.comparingInt(this::distance).thenComparing(Comparator.naturalOrder()))
                .map(stage -> new Graph.Tier(stage, pruned.places.totals.getOrDefault(stage, 0L),
                        pruned.prunedNodes.getOrDefault(stage, 0),
                        pruned.percent(stage, pruned.prunedSamples.getOrDefault(stage, 0L))))
                .toList();
        return new Graph(List.copyOf(nodes), List.copyOf(edges), tiers, pruned.minPct());
    }

    /** Where most of the tier's samples are: a tier that also calls back stays where it is called. */
    private int distance(String stage) {
        return distances.get(stage).entrySet().stream()
                .max(Map.Entry.<Integer, Long>comparingByValue().thenComparing(e -> -e.getKey())).orElseThrow()
                .getKey();
    }
}
