// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.waits;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import whodunit.cli.text.PrintableName;
import whodunit.profile.waits.WaitGraph;

/** A picture of the graph of waits for browsers and papers; knots are filled. */
public final class WaitsSvg {
    private static final double MARGIN = 16;
    private static final String STYLE = """
            text{font-family:"DejaVu Sans",Verdana,Arial,Helvetica,sans-serif;font-size:12px;fill:#1a1a1a}
            .box{fill:#fff;stroke:#6b6f76}.knot{fill:#f6b26b;stroke:#c8500a;stroke-width:2}
            .note{font-size:11px;fill:#555}.edge{fill:none;stroke:#777}.tie{stroke:#c8500a}
            .weight{font-size:11px;paint-order:stroke;stroke:#fff;stroke-width:3px}
            """;

    private WaitsSvg() {}

    public static void write(WaitGraph g, OutputStream out) throws IOException {
        try {
            XMLStreamWriter xml = XMLOutputFactory.newInstance().createXMLStreamWriter(out, "UTF-8");
            new Picture(g, new WaitsLayout(g), xml).draw();
            xml.flush();
        } catch (XMLStreamException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private record Picture(WaitGraph g, WaitsLayout layout, XMLStreamWriter xml) {
        void draw() throws XMLStreamException {
            Set<String> knots = g.knots().stream().flatMap(k -> k.vertices().stream()).collect(Collectors.toSet());
            xml.writeStartDocument("UTF-8", "1.0");
            start("svg", "xmlns", "http://www.w3.org/2000/svg", "width", number(layout.width + 2 * MARGIN), "height",
                    number(layout.height + 2 * MARGIN), "role", "img");
            element("title", "Waits: " + (g.knots().isEmpty() ? "no knot" : g.knots().stream()
                    .map(k -> "knot " + String.join(", ", k.vertices())).collect(Collectors.joining("; "))));
            element("style", STYLE);
            start("defs");
            for (String[] head : new String[][] {{"arrow", "#777"}, {"arrow-tie", "#c8500a"}}) {
                start("marker", "id", head[0], "viewBox", "0 0 8 8", "refX", "8", "refY", "4", "markerWidth", "9",
                        "markerHeight", "9", "markerUnits", "userSpaceOnUse", "orient", "auto");
                shape("path", "d", "M0 0.5 8 4 0 7.5z", "fill", head[1]);
                xml.writeEndElement();
            }
            xml.writeEndElement();
            shape("rect", "width", "100%", "height", "100%", "fill", "#ffffff");
            start("g", "transform", "translate(" + number(MARGIN) + " " + number(MARGIN) + ")");
            for (WaitsLayout.Line line : layout.lines)
                edge(line);
            for (WaitGraph.Vertex v : g.vertices())
                vertex(v, knots.contains(v.name()));
            for (WaitsLayout.Line line : layout.lines)
                text("weight", line.label().x(), line.label().y(), WaitsLabel.of(line.edge()));
            xml.writeEndElement();
            xml.writeEndElement();
            xml.writeEndDocument();
        }

        private void edge(WaitsLayout.Line line) throws XMLStreamException {
            WaitGraph.Edge e = line.edge();
            start("polyline", "class", e.inKnot() ? "edge tie" : "edge", "stroke-width",
                    number(WaitsLabel.thickness(e)), "marker-end", e.inKnot() ? "url(#arrow-tie)" : "url(#arrow)",
                    "points", line.points().stream().map(p -> number(p.x()) + "," + number(p.y()))
                            .collect(Collectors.joining(" ")));
            element("title", e.sentence());
            xml.writeEndElement();
        }

        private void vertex(WaitGraph.Vertex v, boolean inKnot) throws XMLStreamException {
            WaitsLayout.Box b = layout.boxes.get(v.name());
            shape("rect", "class", inKnot ? "box knot" : "box", "x", number(b.x()), "y", number(b.y()), "width",
                    number(b.width()), "height", number(b.height()), "rx", v.threads() > 0 ? "8" : "2");
            List<String> lines = WaitsLabel.of(v).lines().toList();
            for (int i = 0; i < lines.size(); i++)
                text(i == 0 ? "" : "note", b.x() + 10, b.y() + 16 + 14 * i, PrintableName.of(lines.get(i)));
        }

        private void text(String style, double x, double y, String text) throws XMLStreamException {
            start("text", "class", style, "x", number(x), "y", number(y));
            xml.writeCharacters(text);
            xml.writeEndElement();
        }

        private void element(String name, String text) throws XMLStreamException {
            xml.writeStartElement(name);
            xml.writeCharacters(PrintableName.of(text));
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
