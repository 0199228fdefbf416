// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.graph;

import java.io.IOException;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
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
            text{font-family:"DejaVu Sans",Verdana,Arial,Helvetica,sans-serif;font-size:12px;fill:#1a1a1a}
            .share{font-size:11px;fill:#444}.head{font-size:13px;font-weight:bold}.note{font-size:11px;fill:#555}
            .lane{fill:#f6f7f9;stroke:#c8ccd2}.box{stroke:#6b6f76}.own{fill:#c8500a}.all{fill:#e9c7ad}
            .edge{fill:none;stroke:#555}.flow{stroke-dasharray:5 3}.request{stroke-width:2.5;stroke:#1f5fa8}
            .response{stroke:#1f5fa8;stroke-dasharray:1.5 3}
            """;

    @Override
    public void write(Graph graph, OutputStream out) throws IOException {
        Map<String, GraphLayout.Box> sizes = new HashMap<>();
        for (Graph.Node n : graph.nodes())
            sizes.put(n.id(),
                    new GraphLayout.Box(0, 0, TextWidth.of(NodeText.name(n), NodeText.share(n)) + 20, NODE_HEIGHT));
        try {
            XMLStreamWriter xml = XMLOutputFactory.newInstance().createXMLStreamWriter(out, "UTF-8");
            new Picture(graph, new GraphLayout(graph, sizes), xml).draw();
            xml.flush();
        } catch (XMLStreamException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private record Picture(Graph graph, GraphLayout layout, XMLStreamWriter xml) {
        void draw() throws XMLStreamException {
            double width = Math.max(layout.width + 2 * (MARGIN + LANE_PADDING),
                    SHARES_LEFT + TextWidth.of(SHARES) + MARGIN), height = layout.height + HEAD + MARGIN + LANE_PADDING;
            xml.writeStartDocument("UTF-8", "1.0");
            start("svg", "xmlns", "http://www.w3.org/2000/svg", "width", number(width), "height", number(height),
                    "viewBox", "0 0 " + number(width) + " " + number(height), "role", "img");
            element("title", "Transactional profile: "
                    + graph.tiers().stream().map(NodeText::tier).collect(Collectors.joining(", ")));
            element("style", STYLE);
            arrowHeads();
            shape("rect", "width", "100%", "height", "100%", "fill", "#ffffff");
            legend();
            for (Graph.Tier t : graph.tiers())
                lane(t);
            start("g", "transform", "translate(" + number(MARGIN + LANE_PADDING) + " " + number(HEAD) + ")");
            for (Map.Entry<Graph.Edge, List<GraphLayout.Point>> e : layout.lines.entrySet())
                edge(e.getKey().kind(), e.getValue());
            for (Map.Entry<Graph.Response, List<GraphLayout.Point>> r : layout.responses.entrySet())
                response(r.getKey(), r.getValue());
            for (Graph.Node n : graph.nodes())
                node(n, layout.boxes.get(n.id()));
            xml.writeEndElement();
            xml.writeEndElement();
            xml.writeEndDocument();
        }

        private void arrowHeads() throws XMLStreamException {
            start("defs");
            for (String[] head : new String[][] {{"arrow", "#555"}, {"arrow-request", "#1f5fa8"}}) {
                start("marker", "id", head[0], "viewBox", "0 0 8 8", "refX", "8", "refY", "4", "markerWidth", "8",
                        "markerHeight", "8",
                        "markerUnits", "userSpaceOnUse", "orient", "auto");
                shape("path", "d", "M0 0.5 8 4 0 7.5z", "fill", head[1]);
                xml.writeEndElement();
            }
            xml.writeEndElement();
        }

        private void legend() throws XMLStreamException {
            double x = MARGIN;
            for (Graph.EdgeKind kind : Graph.EdgeKind.values()) {
                edge(kind, List.of(new GraphLayout.Point(x, 16), new GraphLayout.Point(x + 34, 16)));
                text("note", x + 40, 20, switch (kind) {
                    case CALL -> "calls";
                    case FLOW -> "hands over to";
                    case REQUEST ->
                        graph.responses().isEmpty() ? "request to another tier" : "request, and dotted response";
                });
                x += kind == Graph.EdgeKind.CALL ? 90 : 140;
            }
            text("note", SHARES_LEFT, 20, SHARES);
        }

        /** Around all nodes of the tier; partitions do not overlap. */
        private void lane(Graph.Tier tier) throws XMLStreamException {
            List<GraphLayout.Box> boxes = graph.nodes().stream().filter(n -> n.tier().equals(tier.name()))
                    .map(n -> layout.boxes.get(n.id())).toList();
            double left = boxes.stream().mapToDouble(GraphLayout.Box::x).min().orElse(0),
                    right = boxes.stream().mapToDouble(GraphLayout.Box::right).max().orElse(0);
            shape("rect", "class", "lane", "x", number(left + MARGIN), "y", "34", "width",
                    number(right - left + 2 * LANE_PADDING),
                    "height", number(layout.height + HEAD - 34 + LANE_PADDING), "rx", "6");
            text("head", left + MARGIN + LANE_PADDING, 52, NodeText.cut(PrintableName.of(tier.name()), 40));
            text("note", left + MARGIN + LANE_PADDING, 67, tier.samples() + " samples" + NodeText.notDrawn(tier));
        }

        private void edge(Graph.EdgeKind kind, List<GraphLayout.Point> line) throws XMLStreamException {
            boolean request = kind == Graph.EdgeKind.REQUEST;
            shape("polyline", "class", "edge " + kind.name().toLowerCase(Locale.ROOT), "marker-end",
                    request ? "url(#arrow-request)" : "url(#arrow)", "points", points(line));
        }

        private void response(Graph.Response r, List<GraphLayout.Point> line) throws XMLStreamException {
            start("polyline", "class", "edge response", "marker-end", "url(#arrow-request)", "points", points(line));
            element("title", NodeText.response(r));
            xml.writeEndElement();
        }

        private static String points(List<GraphLayout.Point> line) {
            return line.stream().map(p -> number(p.x()) + "," + number(p.y())).collect(Collectors.joining(" "));
        }

        private void node(Graph.Node n, GraphLayout.Box b) throws XMLStreamException {
            start("g", "id", n.id());
            element("title", NodeText.tooltip(n));
            shape("rect", "class", "box", "x", number(b.x()), "y", number(b.y()), "width", number(b.width()), "height",
                    number(b.height()),
                    "rx", n.kind() == Graph.Kind.PROCEDURE ? "2" : "8", "fill", Heat.colour(n.cpuPct()));
            bar("all", b, n.totalPct());
            bar("own", b, n.cpuPct());
            text("", b.x() + 10, b.y() + 15, NodeText.name(n));
            text("share", b.x() + 10, b.y() + 29, NodeText.share(n));
            xml.writeEndElement();
        }

        private void bar(String style, GraphLayout.Box b, double percent) throws XMLStreamException {
            shape("rect", "class", style, "x", number(b.x() + 4), "y", number(b.bottom() - 5), "height", "3",
                    "width", number((b.width() - 8) * Math.min(100, percent) / 100));
        }

        private void text(String style, double x, double y, String text) throws XMLStreamException {
            start("text", "class", style, "x", number(x), "y", number(y));
            xml.writeCharacters(text);
            xml.writeEndElement();
        }

        private void element(String name, String text) throws XMLStreamException {
            xml.writeStartElement(name);
            xml.writeCharacters(text);
            xml.writeEndElement();
        }

        private void shape(String name, String... attributes) throws XMLStreamException {
            start(name, attributes);
            xml.writeEndElement();
        }

        private void start(String name, String... attributes) throws XMLStreamException {
            xml.writeStartElement(name);
            for (int i = 0; i < attributes.length; i += 2)
                if (!attributes[i + 1].isEmpty())
                    xml.writeAttribute(attributes[i], attributes[i + 1]);
        }
    }

    private static String number(double x) {
        return String.format(Locale.ROOT, "%.1f", x).replace(".0", "");
    }
}
