// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.graph;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import whodunit.cli.Golden;
import whodunit.profile.graph.Graph;
import whodunit.profile.graph.Graph.EdgeKind;
import whodunit.profile.graph.Graph.Kind;

/** Each format against what it is expected to be, and against names that would like to be more than text. */
class GraphWritersTest {
    private static String write(GraphWriter writer, Graph graph) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        writer.write(graph, out);
        return out.toString(StandardCharsets.UTF_8);
    }

    private static Document parse(String svg) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        return factory.newDocumentBuilder().parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    }

    static Stream<Arguments> golden() {
        return Stream.of(Arguments.of("tiers.dot", new DotGraph(), Graphs.TIERS),
                Arguments.of("tiers.json", new JsonGraph(), Graphs.TIERS),
                Arguments.of("hostile.dot", new DotGraph(), Graphs.HOSTILE),
                Arguments.of("hostile.json", new JsonGraph(), Graphs.HOSTILE),
                Arguments.of("tiers.text", new TextGraph(), Graphs.TIERS),
                Arguments.of("hostile.text", new TextGraph(), Graphs.HOSTILE),
                Arguments.of("tiers.csv", new CsvGraph(), Graphs.TIERS));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("golden")
    void isAsExpected(String file, GraphWriter writer, Graph graph) throws IOException {
        Golden.check("graph/" + file, write(writer, graph).getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void jsonGivesNamesBack() throws IOException {
        JsonElement first = JsonParser.parseString(write(new JsonGraph(), Graphs.hostile("<a> \"b\" \\ \u0000 \u202e")))
                .getAsJsonObject()
                .getAsJsonArray("nodes").get(0);
        assertThat(first.getAsJsonObject().get("name").getAsString()).isEqualTo("<a> \"b\" \\ \u0000 \u202e");
    }

    @Test
    void svgHasTheNodesTheirSharesAndLanesFromLeftToRight() throws Exception {
        Document svg = parse(write(new SvgGraph(), Graphs.TIERS));
        List<String> texts = texts(svg, "text");
        assertThat(texts).contains("accept", "10.0%", "read", "Best", "self 0.00%, total 100.0%", "Best.page",
                "mariadbd+0x1234",
                "(background thread)",
                "1000 samples, 1.00% in 2 nodes not drawn");
        assertThat(texts(svg, "title")).anyMatch(t -> t.contains("/usr/sbin/mariadbd+0x1234"));
        assertThat(svg.getElementsByTagName("polyline").getLength())
                .isEqualTo(Graphs.TIERS.edges().size() + Graphs.TIERS.responses().size() + EdgeKind.values().length);
        assertThat(texts(svg, "title")).contains("40 responses, 81920 bytes");
        List<Double> lanes = lefts(svg, "lane");
        assertThat(lanes).hasSize(3).isSorted();
    }

    private static List<String> texts(Document svg, String tag) {
        NodeList all = svg.getElementsByTagName(tag);
        return IntStream.range(0, all.getLength()).mapToObj(i -> all.item(i).getTextContent()).toList();
    }

    private static List<Double> lefts(Document svg, String style) {
        List<Double> lefts = new ArrayList<>();
        NodeList rects = svg.getElementsByTagName("rect");
        for (int i = 0; i < rects.getLength(); i++)
            if (((Element) rects.item(i)).getAttribute("class").equals(style))
                lefts.add(Double.valueOf(((Element) rects.item(i)).getAttribute("x")));
        return lefts;
    }

    @Test
    void svgOfHostileNamesHasNoOtherElements() throws Exception {
        Document svg = parse(write(new SvgGraph(), Graphs.HOSTILE));
        NodeList all = svg.getElementsByTagName("*");
        assertThat(IntStream.range(0, all.getLength()).mapToObj(i -> all.item(i).getNodeName())).isSubsetOf("svg",
                "title", "style", "defs",
                "marker", "path", "rect", "text", "g", "polyline");
        assertThat(String.join("", texts(svg, "text"))).contains("script").doesNotContainPattern("\\p{C}");
    }

    /** A name of 1 MB must not make the picture as large. */
    @ParameterizedTest
    @ValueSource(strings = {"x", "漢", "😀"})
    void endlessNamesAreCut(String letter) throws Exception {
        Graph endless = Graphs.hostile(letter.repeat(1_000_000));
        assertThat(write(new SvgGraph(), endless).length()).isLessThan(20_000);
        assertThat(write(new DotGraph(), endless).length()).isLessThan(20_000);
        parse(write(new SvgGraph(), endless));
    }

    @Test
    void nodesDoNotOverlapWhereThereAreManyOfThem() throws Exception {
        List<Graph.Node> nodes = new ArrayList<>();
        List<Graph.Edge> edges = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            nodes.add(Graphs.node("n" + i, "procedure_" + i, i < 60 ? "web" : "db", Kind.PROCEDURE, 0.5, 0.5));
            if (i > 0)
                edges.add(new Graph.Edge("n" + (i - 1) / 3, "n" + i, i < 60 ? EdgeKind.CALL : EdgeKind.REQUEST));
        }
        Graph g = new Graph(nodes, edges, List.of(),
                List.of(new Graph.Tier("web", 100, 0, 0), new Graph.Tier("db", 100, 0, 0)), 0.5);
        Document svg = parse(write(new SvgGraph(), g));
        NodeList rects = svg.getElementsByTagName("rect");
        List<double[]> boxes = new ArrayList<>();
        for (int i = 0; i < rects.getLength(); i++) {
            Element r = (Element) rects.item(i);
            if (r.getAttribute("class").equals("box"))
                boxes.add(Stream.of("x", "y", "width", "height").mapToDouble(k -> Double.parseDouble(r.getAttribute(k)))
                        .toArray());
        }
        assertThat(boxes).hasSize(200);
        for (int i = 0; i < 200; i++)
            for (int j = 0; j < i; j++) {
                double[] a = boxes.get(i), b = boxes.get(j);
                assertThat(a[0] < b[0] + b[2] && b[0] < a[0] + a[2] && a[1] < b[1] + b[3] && b[1] < a[1] + a[3])
                        .isFalse();
            }
    }
}
