// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.graph;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import whodunit.cli.text.TierKey;
import whodunit.profile.graph.Graph;

/** The graph for programs; its keys are a contract (docs/graph.md). */
public final class JsonGraph implements GraphWriter {
    private static final Gson GSON = new GsonBuilder().setPrettyPrinting().create();

    @Override
    public void write(Graph graph, OutputStream out) throws IOException {
        out.write((GSON.toJson(tree(graph)) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** The graph as a tree, for the HTML page as well. */
    public static JsonObject tree(Graph graph) {
        JsonObject root = new JsonObject();
        root.addProperty("min_pct", graph.minPct());
        JsonArray tiers = new JsonArray();
        for (Graph.Tier t : graph.tiers()) {
            JsonObject o = new JsonObject();
            TierKey.addName(o, t.name());
            o.addProperty("samples", t.samples());
            o.addProperty("pruned_nodes", t.prunedNodes());
            o.addProperty("pruned_pct", t.prunedPct());
            tiers.add(o);
        }
        root.add("tiers", tiers);
        JsonArray nodes = new JsonArray();
        for (Graph.Node n : graph.nodes()) {
            JsonObject o = new JsonObject();
            o.addProperty("id", n.id());
            o.addProperty("name", n.name());
            TierKey.addName(o, n.tier());
            o.addProperty("context", n.context());
            o.addProperty("kind", n.kind().name().toLowerCase(Locale.ROOT));
            o.addProperty("cpu_pct", n.cpuPct());
            o.addProperty("total_pct", n.totalPct());
            o.addProperty("samples", n.samples());
            nodes.add(o);
        }
        root.add("nodes", nodes);
        JsonArray edges = new JsonArray();
        for (Graph.Edge e : graph.edges()) {
            JsonObject o = new JsonObject();
            o.addProperty("from", e.from());
            o.addProperty("to", e.to());
            o.addProperty("kind", e.kind().name().toLowerCase(Locale.ROOT));
            edges.add(o);
        }
        root.add("edges", edges);
        JsonArray responses = new JsonArray();
        for (Graph.Response r : graph.responses()) {
            JsonObject o = new JsonObject();
            o.addProperty("from", r.from());
            o.addProperty("to", r.to());
            o.addProperty("messages", r.messages());
            o.addProperty("bytes", r.bytes());
            responses.add(o);
        }
        root.add("responses", responses);
        return root;
    }
}
