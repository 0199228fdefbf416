// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.waits;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.Map;
import whodunit.cli.svg.Box;
import whodunit.profile.waits.WaitGraph;

/** Graphs of waits as the page draws them: as in JSON, and where everything is. */
public final class WaitsPage {
    private WaitsPage() {}

    /** @param graphs by the name of what their vertices are, in the order in which they are offered */
    public static JsonObject tree(Map<String, WaitGraph> graphs) {
        JsonObject root = new JsonObject();
        graphs.forEach((by, graph) -> root.add(by, tree(graph)));
        return root;
    }

    private static JsonObject tree(WaitGraph graph) {
        JsonObject root = WaitsJson.tree(graph);
        WaitsLayout layout = new WaitsLayout(graph);
        root.addProperty("width", layout.width);
        root.addProperty("height", layout.height);
        JsonArray boxes = new JsonArray(), lines = new JsonArray();
        for (WaitGraph.Vertex v : graph.vertices()) {
            Box b = layout.boxes.get(v.name());
            boxes.add(numbers(b.x(), b.y(), b.width(), b.height()));
        }
        for (WaitsLayout.Line line : layout.lines) {
            JsonArray points = new JsonArray();
            line.points().forEach(p -> points.add(numbers(p.x(), p.y())));
            lines.add(points);
        }
        root.add("boxes", boxes);
        root.add("lines", lines);
        return root;
    }

    private static JsonArray numbers(double... all) {
        JsonArray array = new JsonArray();
        for (double x : all)
            array.add(Math.round(x * 10) / 10.0);
        return array;
    }
}
