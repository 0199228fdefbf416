// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.graph;

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.elk.alg.layered.options.LayeredOptions;
import org.eclipse.elk.alg.layered.options.LayeringStrategy;
import org.eclipse.elk.alg.layered.options.OrderingStrategy;
import org.eclipse.elk.core.math.ElkPadding;
import org.eclipse.elk.core.options.Alignment;
import org.eclipse.elk.core.options.CoreOptions;
import org.eclipse.elk.core.options.Direction;
import org.eclipse.elk.core.options.EdgeRouting;
import org.eclipse.elk.graph.ElkEdge;
import org.eclipse.elk.graph.ElkNode;
import org.eclipse.elk.graph.util.ElkGraphUtil;
import whodunit.cli.svg.Box;
import whodunit.cli.svg.Layered;
import whodunit.cli.svg.Point;
import whodunit.profile.graph.Graph;

/**
 * Where nodes and edges are drawn: ELK's layered layout from left to right, each tier to the right of those that call
 * it.
 */
final class GraphLayout {
    /** By node id. */
    final Map<String, Box> boxes = new HashMap<>();
    /** The corners of each edge's line. */
    final Map<Graph.Edge, List<Point>> lines = new LinkedHashMap<>();
    final Map<Graph.Response, List<Point>> responses = new LinkedHashMap<>();
    double width;
    double height;

    /** @param sizes by node id; only width and height matter */
    GraphLayout(Graph graph, Map<String, Box> sizes) {
        ElkNode root = Layered.graph();
        root.setProperty(CoreOptions.DIRECTION, Direction.RIGHT);
        root.setProperty(CoreOptions.EDGE_ROUTING, EdgeRouting.ORTHOGONAL);
        root.setProperty(LayeredOptions.LAYERING_STRATEGY, LayeringStrategy.LONGEST_PATH_SOURCE);
        root.setProperty(LayeredOptions.CONSIDER_MODEL_ORDER_STRATEGY, OrderingStrategy.NODES_AND_EDGES);
        root.setProperty(CoreOptions.PADDING, new ElkPadding(0));
        root.setProperty(CoreOptions.PARTITIONING_ACTIVATE, true);
        root.setProperty(CoreOptions.SEPARATE_CONNECTED_COMPONENTS, false);
        root.setProperty(CoreOptions.SPACING_NODE_NODE, 12.0);
        root.setProperty(LayeredOptions.SPACING_NODE_NODE_BETWEEN_LAYERS, 36.0);
        Map<String, ElkNode> nodes = new HashMap<>();
        List<String> tiers = graph.tiers().stream().map(Graph.Tier::name).toList();
        for (Graph.Node n : graph.nodes()) {
            ElkNode node = ElkGraphUtil.createNode(root);
            node.setDimensions(sizes.get(n.id()).width(), sizes.get(n.id()).height());
            node.setProperty(CoreOptions.ALIGNMENT, Alignment.LEFT);
            node.setProperty(CoreOptions.PARTITIONING_PARTITION, tiers.indexOf(n.tier()));
            nodes.put(n.id(), node);
        }
        Map<Graph.Edge, ElkEdge> edges = new LinkedHashMap<>();
        for (Graph.Edge e : graph.edges())
            edges.put(e, ElkGraphUtil.createSimpleEdge(nodes.get(e.from()), nodes.get(e.to())));
        Map<Graph.Response, ElkEdge> back = new LinkedHashMap<>();
        for (Graph.Response r : graph.responses()) // as if it went the other way, so that layers stay what they are
            back.put(r, ElkGraphUtil.createSimpleEdge(nodes.get(r.to()), nodes.get(r.from())));
        Layered.layOut(root);
        nodes.forEach((id, n) -> boxes.put(id, Layered.box(n)));
        edges.forEach((e, edge) -> lines.put(e, Layered.points(edge)));
        back.forEach((r, edge) -> {
            List<Point> line = Layered.points(edge);
            Collections.reverse(line);
            responses.put(r, line);
        });
        width = root.getWidth();
        height = root.getHeight();
    }
}
