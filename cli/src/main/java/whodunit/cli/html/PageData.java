// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.html;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import whodunit.cli.graph.JsonGraph;
import whodunit.cli.report.JsonReport;
import java.util.Set;
import whodunit.profile.Profile;
import whodunit.profile.graph.CountedGraph;

/**
 * What the page works on: the report's tree, and all entries as columns of numbers. An entry also names the graph's
 * node that counts its samples.
 */
public final class PageData {
    static final Gson GSON = new Gson();
    private static final double FINEST_PERCENT = 0.1;
    private static final int MOST_NODES = 600;

    private PageData() {}

    /** The same, for a page whose walk is one of the profile's own time. */
    public static JsonObject of(Profile profile, String by) {
        return of(profile, by, Walked.NOTHING_ELSE);
    }

    /**
     * @param by     of {@link JsonReport}
     * @param walked by the page's walk to the bottleneck
     */
    public static JsonObject of(Profile profile, String by, Walked walked) {
        JsonObject root = new JsonObject();
        root.add("report", JsonReport.tree(profile, by));
        CountedGraph graph = finest(profile);
        EntryColumns.add(root, profile);
        JsonArray graphNode = new JsonArray();
        for (int entry = 0; entry < profile.entries.size(); entry++)
            graphNode.add(graph.node(entry));
        root.getAsJsonObject("entries").add("graph_node", graphNode);
        root.add("aggregates", AggregateColumns.of(profile).json());
        root.add("graph", JsonGraph.tree(graph.graph()));
        root.add("drill", DrillColumns.json(profile, walked));
        return root;
    }

    /**
     * The same, for a page that shows another view than the overview at first.
     *
     * @param view  as it is called in the page's address
     * @param tiers those that are selected at first; empty: all
     */
    public static JsonObject startingWith(String view, Set<String> tiers, Profile profile) {
        JsonObject root = of(profile, "transaction");
        JsonObject start = new JsonObject();
        start.addProperty("view", view);
        JsonArray chosen = new JsonArray();
        tiers.forEach(chosen::add);
        start.add("tiers", chosen);
        root.add("start", start);
        return root;
    }

    /** The transaction graph. */
    public static JsonObject graph(Profile profile) {
        return JsonGraph.tree(finest(profile).graph());
    }

    /** The graph as fine as can still be drawn; the page's slider makes it coarser. */
    private static CountedGraph finest(Profile profile) {
        double least = FINEST_PERCENT;
        CountedGraph graph = CountedGraph.of(profile, Set.of(), least);
        while (graph.graph().nodes().size() > MOST_NODES)
            graph = CountedGraph.of(profile, Set.of(), least *= 2);
        return graph;
    }

    /** The report's sentences. */
    public static JsonArray findings(Profile profile) {
        return JsonReport.tree(profile, "transaction").getAsJsonArray("findings");
    }
}
