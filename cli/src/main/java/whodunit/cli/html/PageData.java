// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.html;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import whodunit.cli.graph.JsonGraph;
import whodunit.cli.report.JsonReport;
import java.util.Set;
import whodunit.profile.Profile;
import whodunit.profile.RecordedProcess;
import whodunit.profile.graph.CountedGraph;

/**
 * What the page works on: the report's tree, and all entries as columns of numbers. Stacks are one tree of frames, in
 * which an entry names its innermost node; times are slots of equal length. An entry also names the graph's node that
 * counts its samples.
 */
public final class PageData {
    static final Gson GSON = new Gson();
    private static final double FINEST_PERCENT = 0.1;
    private static final int MOST_NODES = 600;

    private PageData() {}

    /** @param by of {@link JsonReport} */
    public static JsonObject of(Profile profile, String by) {
        JsonObject root = new JsonObject();
        root.add("report", JsonReport.tree(profile, by));
        JsonArray processes = new JsonArray();
        for (RecordedProcess s : profile.processes) {
            JsonObject o = new JsonObject();
            o.addProperty("tier", s.tier);
            o.addProperty("metric", s.metric().key());
            o.addProperty("ms_per_sample", s.millis(1));
            processes.add(o);
        }
        root.add("processes", processes);
        FrameTree tree = new FrameTree();
        StringTable types = new StringTable();
        CountedGraph graph = finest(profile);
        JsonArray process = new JsonArray(), type = new JsonArray(), node = new JsonArray(),
                graphNode = new JsonArray(), samples = new JsonArray();
        for (Profile.Entry e : profile.entries) {
            graphNode.add(graph.node(process.size()));
            process.add(profile.processes.indexOf(e.process()));
            type.add(types.id(e.transaction()));
            node.add(tree.add(e.stack()));
            samples.add(e.samples());
        }
        root.add("types", types.json());
        JsonObject entries = new JsonObject();
        entries.add("process", process);
        entries.add("type", type);
        entries.add("node", node);
        entries.add("graph_node", graphNode);
        entries.add("samples", samples);
        root.add("entries", entries);
        root.add("tree", tree.json());
        root.add("times", TimeColumns.of(profile).json());
        root.add("aggregates", AggregateColumns.of(profile).json());
        root.add("graph", JsonGraph.tree(graph.graph()));
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
