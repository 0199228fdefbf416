// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.waits;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import whodunit.cli.text.PrintableName;
import whodunit.profile.waits.WaitGraph;

/** The graph of waits in Graphviz's language; knots are filled. */
public final class WaitsDot {
    private WaitsDot() {}

    public static void write(WaitGraph g, OutputStream stream) {
        PrintStream out = new PrintStream(stream, false, StandardCharsets.UTF_8);
        Set<String> knots = g.knots().stream().flatMap(k -> k.vertices().stream()).collect(Collectors.toSet());
        Map<String, String> ids = new HashMap<>();
        out.print("digraph waits {\n  fontname=\"Helvetica\";\n"
                + "  node [shape=box, style=\"rounded,filled\", fillcolor=\"#ffffff\", fontname=\"Helvetica\", "
                + "fontsize=11];\n  edge [color=\"#555555\", fontname=\"Helvetica\", fontsize=10];\n");
        for (WaitGraph.Vertex v : g.vertices()) {
            ids.put(v.name(), "v" + ids.size());
            out.printf("  %s [label=%s%s];%n", ids.get(v.name()), quoted(WaitsLabel.of(v)),
                    knots.contains(v.name()) ? ", fillcolor=\"#f6b26b\", penwidth=2" : "");
        }
        for (WaitGraph.Edge e : g.edges())
            out.printf(Locale.ROOT, "  %s -> %s [label=%s, penwidth=%.1f%s];%n", ids.get(e.from()), ids.get(e.to()),
                    quoted(WaitsLabel.of(e)), WaitsLabel.thickness(e), e.inKnot() ? ", color=\"#c8500a\"" : "");
        out.print("}\n");
        out.flush();
    }

    /** Besides its escapes, the language knows HTML's entities. */
    private static String quoted(String text) {
        return '"' + text.lines().map(PrintableName::of).collect(Collectors.joining("\n")).replace("&", "&amp;")
                .replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }
}
