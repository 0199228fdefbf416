// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.waits;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.elk.alg.layered.options.LayeredOptions;
import org.eclipse.elk.core.math.ElkPadding;
import org.eclipse.elk.core.options.CoreOptions;
import org.eclipse.elk.core.options.Direction;
import org.eclipse.elk.core.options.EdgeRouting;
import org.eclipse.elk.graph.ElkEdge;
import org.eclipse.elk.graph.ElkNode;
import org.eclipse.elk.graph.util.ElkGraphUtil;
import whodunit.cli.svg.Box;
import whodunit.cli.svg.Layered;
import whodunit.cli.svg.Point;
import whodunit.cli.svg.TextWidth;
import whodunit.profile.waits.WaitGraph;

/** Where vertices and edges of a graph of waits are drawn: ELK's layered layout, downwards to what is waited for. */
final class WaitsLayout {
    private static final double HEIGHT = 40, LINE = 24;

    /** @param label where the edge's weight stands */
    record Line(WaitGraph.Edge edge, List<Point> points, Point label) {}

    /** By vertex. */
    final Map<String, Box> boxes = new HashMap<>();
    final List<Line> lines = new ArrayList<>();
    final double width;
    final double height;

    WaitsLayout(WaitGraph graph) {
        ElkNode root = Layered.graph();
        root.setProperty(CoreOptions.DIRECTION, Direction.DOWN);
        root.setProperty(CoreOptions.EDGE_ROUTING, EdgeRouting.POLYLINE);
        root.setProperty(CoreOptions.PADDING, new ElkPadding(12));
        root.setProperty(CoreOptions.SPACING_NODE_NODE, 40.0);
        root.setProperty(LayeredOptions.SPACING_NODE_NODE_BETWEEN_LAYERS, 60.0);
        Map<String, ElkNode> nodes = new HashMap<>();
        for (WaitGraph.Vertex v : graph.vertices()) {
            String[] text = WaitsLabel.of(v).split("\n");
            ElkNode node = ElkGraphUtil.createNode(root);
            node.setDimensions(TextWidth.of(text) + 20, text.length > 1 ? HEIGHT : LINE);
            nodes.put(v.name(), node);
        }
        Map<WaitGraph.Edge, ElkEdge> edges = new LinkedHashMap<>();
        for (WaitGraph.Edge e : graph.edges())
            edges.put(e, ElkGraphUtil.createSimpleEdge(nodes.get(e.from()), nodes.get(e.to())));
        Layered.layOut(root);
        nodes.forEach((name, n) -> boxes.put(name, Layered.box(n)));
        edges.forEach((e, line) -> lines.add(line(e, Layered.points(line))));
        width = root.getWidth();
        height = root.getHeight();
    }

    /** The label is in the middle of the line's middle piece. */
    private static Line line(WaitGraph.Edge edge, List<Point> points) {
        if (points.size() < 2)
            return new Line(edge, points, new Point(0, 0));
        Point a = points.get(points.size() / 2 - 1), b = points.get(points.size() / 2);
        return new Line(edge, points, new Point((a.x() + b.x()) / 2 + 4, (a.y() + b.y()) / 2));
    }
}
