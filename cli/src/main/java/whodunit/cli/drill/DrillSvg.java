// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.drill;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import whodunit.cli.text.PrintableName;
import whodunit.profile.Frame;
import whodunit.profile.drill.Drill;

/** The walk as a picture: a row for each step, as wide as its share; the ends are filled, the kernel has its colour. */
public final class DrillSvg {
    private static final int WIDTH = 1000, ROW = 22, MARGIN = 16, NAME = 90;
    private static final String STYLE = """
            text{font-family:"DejaVu Sans",Verdana,Arial,Helvetica,sans-serif;font-size:12px;fill:#1a1a1a}
            .title{font-size:14px}.share{fill:#e4e7eb}.kernel{fill:#f3d6c0}.end{stroke:#c8500a;stroke-width:2}
            """;

    private DrillSvg() {}

    public static void write(List<Drill> walks, OutputStream out) throws IOException {
        try {
            XMLStreamWriter xml = XMLOutputFactory.newInstance().createXMLStreamWriter(out, "UTF-8");
            new Picture(xml).draw(walks);
            xml.flush();
        } catch (XMLStreamException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    private static final class Picture {
        private final XMLStreamWriter xml;
        private int y = MARGIN;

        Picture(XMLStreamWriter xml) {
            this.xml = xml;
        }

        void draw(List<Drill> walks) throws XMLStreamException {
            int rows = walks.stream().mapToInt(w -> 2 + w.steps.stream().mapToInt(Picture::rows).sum()).sum();
            xml.writeStartDocument("UTF-8", "1.0");
            xml.writeStartElement("svg");
            attributes("xmlns", "http://www.w3.org/2000/svg", "width", "" + (WIDTH + 2 * MARGIN), "height",
                    "" + (rows * ROW + 2 * MARGIN), "role", "img");
            xml.writeStartElement("style");
            xml.writeCharacters(STYLE);
            xml.writeEndElement();
            shape("rect", "width", "100%", "height", "100%", "fill", "#ffffff");
            for (Drill walk : walks) {
                text(MARGIN, "title", PrintableName.of(walk.sentence()));
                for (Drill.Step step : walk.steps)
                    step(walk, step, 0);
                y += ROW;
            }
            xml.writeEndElement();
            xml.writeEndDocument();
        }

        private static int rows(Drill.Step step) {
            return 1 + step.next().stream().mapToInt(Picture::rows).sum();
        }

        private void step(Drill walk, Drill.Step step, int depth) throws XMLStreamException {
            String ending = walk.ends.stream().filter(e -> e.step() == step).findFirst().map(e -> e.ending().text())
                    .orElse(null);
            boolean kernel = step.node().frame.kind() == Frame.Kind.KERNEL;
            shape("rect", "class", (kernel ? "kernel" : "share") + (ending != null ? " end" : ""), "x", "" + MARGIN,
                    "y", "" + y, "width", String.format(Locale.ROOT, "%.1f", WIDTH * step.percent() / 100), "height",
                    "" + (ROW - 3));
            String name = PrintableName.of(step.node().frame.name(), NAME);
            text(MARGIN + 6 + 8 * Math.min(depth, 40), null, String.format(Locale.ROOT, "%.1f%%  %s%s", step.percent(),
                    name, ending == null ? "" : ": " + ending));
            for (Drill.Step next : step.next())
                step(walk, next, depth + 1);
        }

        private void text(int x, String style, String text) throws XMLStreamException {
            xml.writeStartElement("text");
            attributes("x", "" + x, "y", "" + (y + ROW - 8));
            if (style != null)
                attributes("class", style);
            xml.writeCharacters(text);
            xml.writeEndElement();
            y += ROW;
        }

        private void shape(String name, String... attributes) throws XMLStreamException {
            xml.writeEmptyElement(name);
            attributes(attributes);
        }

        private void attributes(String... pairs) throws XMLStreamException {
            for (int i = 0; i < pairs.length; i += 2)
                xml.writeAttribute(pairs[i], pairs[i + 1]);
        }
    }
}
