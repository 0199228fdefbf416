package whodunit.profile.graph;

import java.util.ArrayList;
import java.util.List;
import whodunit.profile.Profile;

/** A graph, and which of its nodes counts the samples of which entry of the profile. */
public final class CountedGraph {
    private final Graph graph;
    private final int[] nodes;

    private CountedGraph(Graph graph, int[] nodes) {
        this.graph = graph;
        this.nodes = nodes;
    }

    /** Parameters are those of {@link Graph#of}. */
    public static CountedGraph of(Profile profile, String stage, double minPct) {
        Places places = new Places();
        Placement placement = new Placement(profile.stages, places);
        List<Place> placed = new ArrayList<>(profile.entries.size());
        profile.entries.forEach(e -> placed.add(placement.add(e)));
        Drawing drawing = new Drawing(new Pruning(places, stage, minPct));
        return new CountedGraph(drawing.graph(), placed.stream().mapToInt(drawing::node).toArray());
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
