// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.svg;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.elk.alg.layered.options.LayeredMetaDataProvider;
import org.eclipse.elk.alg.layered.options.LayeredOptions;
import org.eclipse.elk.core.RecursiveGraphLayoutEngine;
import org.eclipse.elk.core.data.LayoutMetaDataService;
import org.eclipse.elk.core.options.CoreOptions;
import org.eclipse.elk.core.util.BasicProgressMonitor;
import org.eclipse.elk.graph.ElkBendPoint;
import org.eclipse.elk.graph.ElkEdge;
import org.eclipse.elk.graph.ElkEdgeSection;
import org.eclipse.elk.graph.ElkNode;
import org.eclipse.elk.graph.util.ElkGraphUtil;

/** ELK's layered layout. */
public final class Layered {
    private Layered() {}

    /** An empty graph; the same one is laid out the same way each time. */
    public static ElkNode graph() {
        ElkNode root = ElkGraphUtil.createGraph();
        root.setProperty(CoreOptions.ALGORITHM, LayeredOptions.ALGORITHM_ID);
        root.setProperty(CoreOptions.RANDOM_SEED, 1);
        return root;
    }

    public static void layOut(ElkNode graph) {
        LayoutMetaDataService.getInstance().registerLayoutMetaDataProviders(new LayeredMetaDataProvider());
        new RecursiveGraphLayoutEngine().layout(graph, new BasicProgressMonitor());
    }

    /** The corners of the edge's line. */
    public static List<Point> points(ElkEdge edge) {
        List<Point> points = new ArrayList<>();
        for (ElkEdgeSection s : edge.getSections()) {
            points.add(new Point(s.getStartX(), s.getStartY()));
            for (ElkBendPoint b : s.getBendPoints())
                points.add(new Point(b.getX(), b.getY()));
            points.add(new Point(s.getEndX(), s.getEndY()));
        }
        return points;
    }

    public static Box box(ElkNode node) {
        return new Box(node.getX(), node.getY(), node.getWidth(), node.getHeight());
    }
}
