// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.waits;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** The forms in which the graph of waits is written. */
class WaitsWritersTest {
    private interface Writer {
        void write(ByteArrayOutputStream out) throws Exception;
    }

    private static String written(Writer writer) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        writer.write(out);
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void textTellsTheKnotFirstAndInOneSentenceWhatToChange() throws Exception {
        String text = written(out -> WaitsText.write(WaitGraphs.converter(), false, out));
        assertThat(text).contains("\nknot: convert\n  read waits for convert 350% of the time, mostly for a lock or "
                + "condition in queue_put<int> < read_all, woken from convert \"x\"\n"
                + "    waits in: __futex_wait < queue_put<int> < read_all\n")
                .contains("\nOrder in db: 2.000 s\n   75.0%  waiting for Report\n   25.0%  on a processor\n")
                .containsPattern("\n\\* +350.0 +325.0  read +-> convert\n").doesNotContain("step one");
    }

    @Test
    void explainTellsTheSteps() throws Exception {
        assertThat(written(out -> WaitsText.write(WaitGraphs.converter(), true, out)))
                .endsWith("how it was found:\n  step one\n  step two\n");
    }

    @Test
    void jsonHasTheKeysOfTheFormat() throws Exception {
        JsonObject root = JsonParser
                .parseString(written(out -> WaitsJson.write(WaitGraphs.converter(), true, out))).getAsJsonObject();
        assertThat(root.keySet()).containsExactly("seconds", "intervals", "dropped", "vertices", "edges", "knots",
                "findings", "splits", "explanation");
        assertThat(root.getAsJsonArray("knots").toString()).isEqualTo("[[\"convert\"]]");
        JsonObject edge = root.getAsJsonArray("edges").get(0).getAsJsonObject();
        assertThat(edge.get("weight").getAsDouble()).isEqualTo(3.5);
        assertThat(edge.get("in_knot").getAsBoolean()).isTrue();
        assertThat(root.getAsJsonArray("findings")).hasSize(2);
    }

    @Test
    void dotQuotesNames() throws Exception {
        String dot = written(out -> WaitsDot.write(WaitGraphs.converter(), out));
        assertThat(dot).contains("[label=\"convert\\nruns 95%, waits 0%\", fillcolor=\"#f6b26b\", penwidth=2]")
                .contains("label=\"<write> \\\"&amp;\\\\\\nruns 20%, waits 80%\"").contains("v1 -> v0 [label=\"350%\"");
    }

    @Test
    void svgDrawsEachVertexAndEdge() throws Exception {
        byte[] svg = written(out -> WaitsSvg.write(WaitGraphs.converter(), out)).getBytes(StandardCharsets.UTF_8);
        Document document = DocumentBuilderFactory.newInstance().newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg));
        assertThat(document.getElementsByTagName("polyline").getLength()).isEqualTo(4);
        NodeList texts = document.getElementsByTagName("text");
        List<String> all = new ArrayList<>();
        for (int i = 0; i < texts.getLength(); i++)
            all.add(texts.item(i).getTextContent());
        assertThat(all).contains("convert", "read (4 threads)", "<write> \"&\\", "350%");
    }
}
