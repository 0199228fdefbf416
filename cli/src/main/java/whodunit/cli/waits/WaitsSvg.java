// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.waits;

import static whodunit.cli.svg.Svg.number;
import static whodunit.cli.svg.Svg.points;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.xml.stream.XMLStreamException;
import whodunit.cli.svg.Box;
import whodunit.cli.svg.Svg;
import whodunit.cli.text.PrintableName;
import whodunit.profile.waits.WaitGraph;

/** A picture of the graph of waits for browsers and papers; knots are filled. */
public final class WaitsSvg {
    private static final double MARGIN = 16;
    private static final String STYLE = """
            .box{fill:#fff;stroke:#6b6f76}.knot{fill:#f6b26b;stroke:#c8500a;stroke-width:2}
            .note{font-size:11px;fill:#555}.edge{fill:none;stroke:#777}.tie{stroke:#c8500a}
            .weight{font-size:11px;paint-order:stroke;stroke:#fff;stroke-width:3px}
            """;

    private WaitsSvg() {}

    public static void write(WaitGraph g, OutputStream out) throws IOException {
        WaitsLayout layout = new WaitsLayout(g);
        String title = "Waits: " + (g.knots().isEmpty() ? "no knot" : g.knots().stream()
                .map(k -> "knot " + String.join(", ", k.vertices())).collect(Collectors.joining("; ")));
        Svg.write(out, layout.width + 2 * MARGIN, layout.height + 2 * MARGIN, PrintableName.of(title), STYLE,
                svg -> new Picture(g, layout, svg).draw());
    }

    private record Picture(WaitGraph g, WaitsLayout layout, Svg svg) {
        void draw() throws XMLStreamException {
            Set<String> knots = g.knots().stream().flatMap(k -> k.vertices().stream()).collect(Collectors.toSet());
            svg.start("defs");
            svg.arrowHead("arrow", "#777");
            svg.arrowHead("arrow-tie", "#c8500a");
            svg.end();
            svg.start("g", "transform", "translate(" + number(MARGIN) + " " + number(MARGIN) + ")");
            for (WaitsLayout.Line line : layout.lines)
                edge(line);
            for (WaitGraph.Vertex v : g.vertices())
                vertex(v, knots.contains(v.name()));
            for (WaitsLayout.Line line : layout.lines)
                svg.text("weight", line.label().x(), line.label().y(), WaitsLabel.of(line.edge()));
            svg.end();
        }

        private void edge(WaitsLayout.Line line) throws XMLStreamException {
            WaitGraph.Edge e = line.edge();
            svg.start("polyline", "class", e.inKnot() ? "edge tie" : "edge", "stroke-width",
                    number(WaitsLabel.thickness(e)), "marker-end", e.inKnot() ? "url(#arrow-tie)" : "url(#arrow)",
                    "points", points(line.points()));
            svg.element("title", PrintableName.of(e.sentence()));
            svg.end();
        }

        private void vertex(WaitGraph.Vertex v, boolean inKnot) throws XMLStreamException {
            Box b = layout.boxes.get(v.name());
            svg.shape("rect", "class", inKnot ? "box knot" : "box", "x", number(b.x()), "y", number(b.y()), "width",
                    number(b.width()), "height", number(b.height()), "rx", v.threads() > 0 ? "8" : "2");
            List<String> lines = WaitsLabel.of(v).lines().toList();
            for (int i = 0; i < lines.size(); i++)
                svg.text(i == 0 ? "" : "note", b.x() + 10, b.y() + 16 + 14 * i, PrintableName.of(lines.get(i)));
        }
    }
}
