// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import whodunit.profile.graph.Graph;

/** The real Graphviz reads what we write for it, and draws these names, nodes and edges and no others. */
class GraphvizTest {
    private static final String XLINK = "http://www.w3.org/1999/xlink";

    @TempDir
    private Path directory;

    private Document draw(Graph graph) throws Exception {
        Path dot = directory.resolve("graph.dot"), svg = directory.resolve("graph.svg"),
                said = directory.resolve("said");
        try (OutputStream out = Files.newOutputStream(dot)) {
            new DotGraph().write(graph, out);
        }
        int status = new ProcessBuilder("dot", "-Tsvg", "-o", svg.toString(), dot.toString()).redirectErrorStream(true)
                .redirectOutput(said.toFile()).start().waitFor();
        assertThat(said).content().isEmpty();
        assertThat(status).isZero();
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
        return factory.newDocumentBuilder().parse(new ByteArrayInputStream(Files.readAllBytes(svg)));
    }

    private static List<Element> all(Element below, String tag) {
        NodeList found = below.getElementsByTagName(tag);
        return IntStream.range(0, found.getLength()).mapToObj(i -> (Element) found.item(i)).toList();
    }

    private static List<Element> groups(Document svg, String kind) {
        return all(svg.getDocumentElement(), "g").stream()
                .filter(g -> (g.getAttribute("class") + " ").startsWith(kind + " ")).toList();
    }

    private static List<String> texts(Element below, String tag) {
        return all(below, tag).stream().map(Element::getTextContent).toList();
    }

    private static void assertDraws(Document svg, Graph graph) {
        List<Element> clusters = groups(svg, "cluster"), nodes = groups(svg, "node");
        assertThat(clusters).hasSize(graph.tiers().size());
        for (int i = 0; i < clusters.size(); i++)
            assertThat(texts(clusters.get(i), "text")).containsExactly(NodeText.tier(graph.tiers().get(i)));
        List<String> expected = new ArrayList<>(), drawn = new ArrayList<>();
        for (Graph.Node n : graph.nodes())
            expected.add(n.id() + "|" + NodeText.name(n) + "|" + NodeText.share(n) + "|"
                    + NodeText.tooltip(n).replace('\\', '\uff3c'));
        for (Element n : nodes)
            drawn.add(String.join("|", texts(n, "title")) + "|" + String.join("|", texts(n, "text")) + "|"
                    + all(n, "a").get(0).getAttributeNS(XLINK, "title"));
        assertThat(drawn).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(groups(svg, "edge")).extracting(e -> texts(e, "title").get(0) + " " + e.getAttribute("class"))
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(graph.edges().stream()
                                .map(e -> e.from() + "->" + e.to() + " edge " + e.kind().name().toLowerCase()),
                                graph.responses().stream().map(r -> r.from() + "->" + r.to() + " edge response"))
                                .toList());
    }

    @Test
    void tiersNodesAndEdges() throws Exception {
        assertDraws(draw(Graphs.TIERS), Graphs.TIERS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\\N", "\\", "\\\\", "a\\\"b", "\"];}", "<b>bold</b>", "<<i>i</i>>", "&lt;&#10;&",
            "\\l\\r\\n\\G\\E\\T\\H\\L", "/* */ // #", "]]>",
            "->", "n1", "{a|b}", "a\nb\tc", "\u0000\u001b[31m", "\u202eevil", "\ud800", "漢字 😀", "%s %n",
            "</title><script>alert(1)</script>"})
    void names(String name) throws Exception {
        Graph hostile = Graphs.hostile(name);
        Document svg = draw(hostile);
        assertDraws(svg, hostile);
        assertThat(all(svg.getDocumentElement(), "*")).extracting(Element::getNodeName)
                .isSubsetOf("g", "title", "polygon", "text", "a", "path", "polyline");
    }

    @Test
    void manyHostileThingsInOneName() throws Exception {
        assertDraws(draw(Graphs.HOSTILE), Graphs.HOSTILE);
    }
}
