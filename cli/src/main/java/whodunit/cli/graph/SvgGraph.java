// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.graph;

import static whodunit.cli.svg.Svg.number;
import static whodunit.cli.svg.Svg.points;

import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import javax.xml.stream.XMLStreamException;
import whodunit.cli.svg.Box;
import whodunit.cli.svg.Point;
import whodunit.cli.svg.Svg;
import whodunit.cli.svg.TextWidth;
import whodunit.cli.text.PrintableName;
import whodunit.profile.graph.Graph;

/**
 * A picture for browsers and papers: tiers as lanes from left to right, in each node its share as number, bar and
 * colour.
 */
public final class SvgGraph implements GraphWriter {
    private static final double MARGIN = 16, HEAD = 78, NODE_HEIGHT = 38, LANE_PADDING = 10;
    /** The legend's last words, and where they begin: right of the kinds of edges. */
    private static final String SHARES = "share of the tier's samples: itself of all that it calls";
    private static final double SHARES_LEFT = 446;
    private static final String STYLE = """
            .share{font-size:11px;fill:#444}.head{font-size:13px;font-weight:bold}.note{font-size:11px;fill:#555}
            .lane{fill:#f6f7f9;stroke:#c8ccd2}.box{stroke:#6b6f76}.own{fill:#c8500a}.all{fill:#e9c7ad}
            .edge{fill:none;stroke:#555}.flow{stroke-dasharray:5 3}.request{stroke-width:2.5;stroke:#1f5fa8}
            .response{stroke:#1f5fa8;stroke-dasharray:1.5 3}
            """;

    @Override
    public void write(Graph graph, OutputStream out) throws IOException {
        Map<String, Box> sizes = new HashMap<>();
        for (Graph.Node n : graph.nodes())
            sizes.put(n.id(),
                    new Box(0, 0, TextWidth.of(NodeText.name(n), NodeText.share(n)) + 20, NODE_HEIGHT));
        GraphLayout layout = new GraphLayout(graph, sizes);
        double width = Math.max(layout.width + 2 * (MARGIN + LANE_PADDING),
                SHARES_LEFT + TextWidth.of(SHARES) + MARGIN), height = layout.height + HEAD + MARGIN + LANE_PADDING;
        String title = "Transactional profile: "
                + graph.tiers().stream().map(NodeText::tier).collect(Collectors.joining(", "));
        Svg.write(out, width, height, title, STYLE, svg -> new Picture(graph, layout, svg).draw());
    }

    private record Picture(Graph graph, GraphLayout layout, Svg svg) {
        void draw() throws XMLStreamException {
            svg.start("defs");
            svg.arrowHead("arrow", "#555");
            svg.arrowHead("arrow-request", "#1f5fa8");
            svg.end();
            legend();
            for (Graph.Tier t : graph.tiers())
                lane(t);
            svg.start("g", "transform", "translate(" + number(MARGIN + LANE_PADDING) + " " + number(HEAD) + ")");
            for (Map.Entry<Graph.Edge, List<Point>> e : layout.lines.entrySet())
                edge(e.getKey().kind(), e.getValue());
            for (Map.Entry<Graph.Response, List<Point>> r : layout.responses.entrySet())
                response(r.getKey(), r.getValue());
            for (Graph.Node n : graph.nodes())
                node(n, layout.boxes.get(n.id()));
            svg.end();
        }

        private void legend() throws XMLStreamException {
            double x = MARGIN;
            for (Graph.EdgeKind kind : Graph.EdgeKind.values()) {
                edge(kind, List.of(new Point(x, 16), new Point(x + 34, 16)));
                svg.text("note", x + 40, 20, switch (kind) {
                    case CALL -> "calls";
                    case FLOW -> "hands over to";
                    case REQUEST ->
                        graph.responses().isEmpty() ? "request to another tier" : "request, and dotted response";
                });
                x += kind == Graph.EdgeKind.CALL ? 90 : 140;
            }
            svg.text("note", SHARES_LEFT, 20, SHARES);
        }

        /** Around all nodes of the tier; partitions do not overlap. */
        private void lane(Graph.Tier tier) throws XMLStreamException {
            List<Box> boxes = graph.nodes().stream().filter(n -> n.tier().equals(tier.name()))
                    .map(n -> layout.boxes.get(n.id())).toList();
            double left = boxes.stream().mapToDouble(Box::x).min().orElse(0),
                    right = boxes.stream().mapToDouble(Box::right).max().orElse(0);
            svg.shape("rect", "class", "lane", "x", number(left + MARGIN), "y", "34", "width",
                    number(right - left + 2 * LANE_PADDING),
                    "height", number(layout.height + HEAD - 34 + LANE_PADDING), "rx", "6");
            svg.text("head", left + MARGIN + LANE_PADDING, 52, NodeText.cut(PrintableName.of(tier.name()), 40));
            svg.text("note", left + MARGIN + LANE_PADDING, 67, tier.samples() + " samples" + NodeText.notDrawn(tier));
        }

        private void edge(Graph.EdgeKind kind, List<Point> line) throws XMLStreamException {
            boolean request = kind == Graph.EdgeKind.REQUEST;
            svg.shape("polyline", "class", "edge " + kind.name().toLowerCase(Locale.ROOT), "marker-end",
                    request ? "url(#arrow-request)" : "url(#arrow)", "points", points(line));
        }

        private void response(Graph.Response r, List<Point> line) throws XMLStreamException {
            svg.start("polyline", "class", "edge response", "marker-end", "url(#arrow-request)", "points",
                    points(line));
            svg.element("title", NodeText.response(r));
            svg.end();
        }

        private void node(Graph.Node n, Box b) throws XMLStreamException {
            svg.start("g", "id", n.id());
            svg.element("title", NodeText.tooltip(n));
            svg.shape("rect", "class", "box", "x", number(b.x()), "y", number(b.y()), "width", number(b.width()),
                    "height",
                    number(b.height()),
                    "rx", n.kind() == Graph.Kind.PROCEDURE ? "2" : "8", "fill", Heat.colour(n.cpuPct()));
            bar("all", b, n.totalPct());
            bar("own", b, n.cpuPct());
            svg.text("", b.x() + 10, b.y() + 15, NodeText.name(n));
            svg.text("share", b.x() + 10, b.y() + 29, NodeText.share(n));
            svg.end();
        }

        private void bar(String style, Box b, double percent) throws XMLStreamException {
            svg.shape("rect", "class", style, "x", number(b.x() + 4), "y", number(b.bottom() - 5), "height", "3",
                    "width", number((b.width() - 8) * Math.min(100, percent) / 100));
        }
    }
}
