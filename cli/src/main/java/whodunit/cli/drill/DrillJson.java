// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.drill;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import whodunit.profile.drill.CallTree;
import whodunit.profile.drill.Drill;

/** The walk for programs; its keys are a contract (docs/format.md). */
public final class DrillJson {
    private static final Gson GSON = new GsonBuilder().setPrettyPrinting().disableHtmlEscaping().create();

    private DrillJson() {}

    public static void write(List<Drill> walks, OutputStream out) throws IOException {
        JsonObject root = new JsonObject();
        JsonArray tiers = new JsonArray();
        walks.forEach(w -> tiers.add(walk(w)));
        root.add("walks", tiers);
        out.write((GSON.toJson(root) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static JsonObject walk(Drill walk) {
        JsonObject o = new JsonObject();
        o.addProperty("tier", walk.tree.tier);
        o.addProperty("threshold_pct", walk.thresholdPercent);
        o.addProperty("total_ms", walk.tree.root.total());
        o.addProperty("waiting_ms", walk.tree.root.waiting());
        o.addProperty("sentence", walk.sentence());
        o.add("steps", steps(walk.steps));
        JsonArray ends = new JsonArray();
        for (Drill.End end : walk.ends) {
            JsonObject e = new JsonObject();
            e.addProperty("function", end.step().node().frame.name());
            e.addProperty("pct", end.step().percent());
            e.addProperty("kind", end.ending().key());
            e.addProperty("text", end.ending().text());
            JsonArray path = new JsonArray();
            end.step().node().path().forEach(f -> path.add(f.name()));
            e.add("path", path);
            ends.add(e);
        }
        o.add("ends", ends);
        return o;
    }

    private static JsonArray steps(List<Drill.Step> list) {
        JsonArray array = new JsonArray();
        for (Drill.Step step : list) {
            CallTree.Node node = step.node();
            JsonObject o = new JsonObject();
            o.addProperty("function", node.frame.name());
            o.addProperty("kind", node.frame.kind().name().toLowerCase(Locale.ROOT));
            o.addProperty("total_ms", node.total());
            o.addProperty("waiting_ms", node.waiting());
            o.addProperty("pct", step.percent());
            o.addProperty("self_pct", step.selfPercent());
            o.add("steps", steps(step.next()));
            array.add(o);
        }
        return array;
    }
}
