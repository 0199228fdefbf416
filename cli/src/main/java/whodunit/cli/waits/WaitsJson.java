// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.waits;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import whodunit.profile.waits.WaitGraph;

/** The graph of waits for programs; its keys are a contract (docs/format.md). */
public final class WaitsJson {
    private static final Gson GSON = new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

    private WaitsJson() {}

    /** @param explain whether the steps of the analysis are told as well */
    public static void write(WaitGraph g, boolean explain, OutputStream out) throws IOException {
        JsonObject root = tree(g);
        if (explain)
            root.add("explanation", strings(g.explanation()));
        out.write((GSON.toJson(root) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** The graph as a tree, for the HTML page as well. */
    public static JsonObject tree(WaitGraph g) {
        JsonObject root = new JsonObject();
        root.addProperty("seconds", g.seconds());
        root.addProperty("intervals", g.intervals());
        root.addProperty("dropped", g.dropped());
        JsonArray vertices = new JsonArray();
        for (WaitGraph.Vertex v : g.vertices()) {
            JsonObject o = new JsonObject();
            o.addProperty("name", v.name());
            o.addProperty("kind", v.kind().name().toLowerCase(Locale.ROOT));
            o.addProperty("threads", v.threads());
            o.addProperty("cpu", v.cpu());
            o.addProperty("runnable", v.runnable());
            o.addProperty("waiting", v.waiting());
            vertices.add(o);
        }
        root.add("vertices", vertices);
        JsonArray edges = new JsonArray();
        g.edges().forEach(e -> edges.add(edge(e)));
        root.add("edges", edges);
        JsonArray knots = new JsonArray();
        g.knots().forEach(k -> knots.add(strings(k.vertices())));
        root.add("knots", knots);
        JsonArray findings = new JsonArray();
        g.edges().stream().filter(WaitGraph.Edge::inKnot).forEach(e -> findings.add(e.sentence()));
        root.add("findings", findings);
        JsonArray splits = new JsonArray();
        g.splits().forEach(s -> splits.add(split(s)));
        root.add("splits", splits);
        return root;
    }

    private static JsonObject edge(WaitGraph.Edge e) {
        JsonObject o = new JsonObject();
        o.addProperty("from", e.from());
        o.addProperty("to", e.to());
        o.addProperty("weight", e.weight());
        o.addProperty("direct", e.direct());
        o.addProperty("waits", e.waits());
        o.addProperty("in_knot", e.inKnot());
        JsonArray sites = new JsonArray();
        for (WaitGraph.Site s : e.sites()) {
            JsonObject site = new JsonObject();
            site.addProperty("kind", s.kind().name().toLowerCase(Locale.ROOT));
            site.addProperty("share", s.share());
            site.add("waiting", strings(s.waiting()));
            site.add("waking", strings(s.waking()));
            sites.add(site);
        }
        o.add("sites", sites);
        return o;
    }

    private static JsonObject split(WaitGraph.Split s) {
        JsonObject o = new JsonObject();
        o.addProperty("type", s.type());
        o.addProperty("tier", s.tier());
        o.addProperty("seconds", s.seconds());
        JsonArray parts = new JsonArray();
        s.parts().forEach((part, seconds) -> {
            JsonObject p = new JsonObject();
            p.addProperty("share", part.share().name().toLowerCase(Locale.ROOT));
            p.addProperty("other", part.other());
            p.addProperty("seconds", seconds);
            p.addProperty("ready_seconds", s.ready().getOrDefault(part, 0.0));
            parts.add(p);
        });
        o.add("parts", parts);
        return o;
    }

    private static JsonArray strings(List<String> texts) {
        JsonArray all = new JsonArray();
        texts.forEach(all::add);
        return all;
    }
}
