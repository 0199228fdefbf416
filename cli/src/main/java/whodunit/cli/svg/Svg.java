// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.svg;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Writes a picture for browsers and papers, element by element; the elements' styles are classes of one sheet. */
public final class Svg {
    private static final String TEXT = "text{font-family:\"DejaVu Sans\",Verdana,Arial,Helvetica,sans-serif;"
            + "font-size:12px;fill:#1a1a1a}\n";

    /** What is in a picture. */
    public interface Content {
        void draw(Svg svg) throws XMLStreamException;
    }

    private final XMLStreamWriter xml;

    private Svg(XMLStreamWriter xml) {
        this.xml = xml;
    }

    /**
     * A whole picture on a white ground.
     *
     * @param title for those who do not see it
     * @param style of classes, as CSS
     */
    public static void write(OutputStream out, double width, double height, String title, String style,
            Content content) throws IOException {
        try {
            XMLStreamWriter xml = XMLOutputFactory.newInstance().createXMLStreamWriter(out, "UTF-8");
            Svg svg = new Svg(xml);
            xml.writeStartDocument("UTF-8", "1.0");
            svg.start("svg", "xmlns", "http://www.w3.org/2000/svg", "width", number(width), "height", number(height),
                    "viewBox", "0 0 " + number(width) + " " + number(height), "role", "img");
            svg.element("title", title);
            svg.element("style", TEXT + style);
            svg.shape("rect", "width", "100%", "height", "100%", "fill", "#ffffff");
            content.draw(svg);
            svg.end();
            xml.writeEndDocument();
            xml.flush();
        } catch (XMLStreamException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** As it stands in attributes: with at most one decimal. */
    public static String number(double x) {
        return String.format(Locale.ROOT, "%.1f", x).replace(".0", "");
    }

    /** Of a polyline. */
    public static String points(List<Point> line) {
        return line.stream().map(p -> number(p.x()) + "," + number(p.y())).collect(Collectors.joining(" "));
    }

    /** An end for lines, by {@code marker-end="url(#id)"}. */
    public void arrowHead(String id, String colour) throws XMLStreamException {
        start("marker", "id", id, "viewBox", "0 0 8 8", "refX", "8", "refY", "4", "markerWidth", "8", "markerHeight",
                "8", "markerUnits", "userSpaceOnUse", "orient", "auto");
        shape("path", "d", "M0 0.5 8 4 0 7.5z", "fill", colour);
        end();
    }

    /** @param style class; empty: none */
    public void text(String style, double x, double y, String text) throws XMLStreamException {
        start("text", "class", style, "x", number(x), "y", number(y));
        xml.writeCharacters(text);
        end();
    }

    /** An element that holds text. */
    public void element(String name, String text) throws XMLStreamException {
        xml.writeStartElement(name);
        xml.writeCharacters(text);
        end();
    }

    /** An element without content. */
    public void shape(String name, String... attributes) throws XMLStreamException {
        start(name, attributes);
        end();
    }

    /** @param attributes names and values; those whose value is empty are left out */
    public void start(String name, String... attributes) throws XMLStreamException {
        xml.writeStartElement(name);
        for (int i = 0; i < attributes.length; i += 2)
            if (!attributes[i + 1].isEmpty())
                xml.writeAttribute(attributes[i], attributes[i + 1]);
    }

    public void end() throws XMLStreamException {
        xml.writeEndElement();
    }
}
