// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.waits;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import whodunit.cli.text.PrintableName;
import whodunit.profile.waits.WaitGraph;

/** The graph of waits for a terminal: first the knots with what to change, then edges and vertices. */
public final class WaitsText {
    private static final int EDGES = 30, FRAMES = 8, NAME = 30;

    private WaitsText() {}

    /** @param explain whether all steps of the analysis follow */
    public static void write(WaitGraph g, boolean explain, OutputStream stream) {
        PrintStream out = new PrintStream(stream, false, StandardCharsets.UTF_8);
        out.printf(Locale.ROOT, "%.1f s, %d waits, %d dropped%n%n", g.seconds(), g.intervals(), g.dropped());
        if (g.knots().isEmpty())
            out.println("no knot: no vertices wait for each other alone for a fifth of the time");
        for (WaitGraph.Knot knot : g.knots())
            knot(out, g, knot);
        double ready = g.vertices().stream().mapToDouble(WaitGraph.Vertex::runnable).sum();
        if (ready >= 0.2)
            out.printf(Locale.ROOT, "threads were ready to run and had no processor %.0f%% of the time%n%n",
                    100 * ready);
        splits(out, g.splits());
        edges(out, g.edges());
        vertices(out, g.vertices());
        if (explain) {
            out.println("\nhow it was found:");
            g.explanation().forEach(line -> out.println("  " + PrintableName.of(line)));
        }
        out.flush();
    }

    private static void knot(PrintStream out, WaitGraph g, WaitGraph.Knot knot) {
        out.println("knot: " + PrintableName.of(String.join(", ", knot.vertices())));
        for (WaitGraph.Edge e : g.edges())
            if (knot.vertices().contains(e.to()) && e.holdsKnot()) {
                out.println("  " + PrintableName.of(e.sentence()));
                if (!e.sites().isEmpty()) {
                    stack(out, "waits in", e.clearest().waiting());
                    stack(out, "woken from", e.clearest().waking());
                }
            }
        out.println();
    }

    private static void stack(PrintStream out, String what, List<String> frames) {
        if (!frames.isEmpty())
            out.println("    " + what + ": " + PrintableName.of(frames.stream().limit(FRAMES)
                    .collect(Collectors.joining(" < ")) + (frames.size() > FRAMES ? " < …" : "")));
    }

    private static void splits(PrintStream out, List<WaitGraph.Split> splits) {
        for (WaitGraph.Split s : splits) {
            out.printf(Locale.ROOT, "%s in %s: %.3f s%n", PrintableName.of(s.type(), NAME),
                    PrintableName.of(s.tier(), NAME), s.seconds());
            s.parts().entrySet().stream().sorted(Map.Entry.<WaitGraph.Part, Double>comparingByValue().reversed())
                    .forEach(p -> out.printf(Locale.ROOT, "  %5.1f%%  %s%n", 100 * p.getValue() / s.seconds(),
                            PrintableName.of(p.getKey().inWords())));
        }
        if (!splits.isEmpty())
            out.println();
    }

    private static void edges(PrintStream out, List<WaitGraph.Edge> edges) {
        if (edges.isEmpty())
            return;
        int width = edges.stream().limit(EDGES).mapToInt(e -> Math.min(NAME, e.from().length())).max().orElse(0);
        out.println("  in % of the time: waits, with all that wait through it; its own alone");
        for (WaitGraph.Edge e : edges.subList(0, Math.min(EDGES, edges.size())))
            out.printf(Locale.ROOT, "%s %7.1f %7.1f  %-" + width + "s -> %s%n", e.inKnot() ? "*" : " ",
                    100 * e.weight(), 100 * e.direct(), PrintableName.of(e.from(), NAME),
                    PrintableName.of(e.to(), NAME));
        if (edges.size() > EDGES)
            out.println("  and " + (edges.size() - EDGES) + " lighter ones");
        out.println();
    }

    private static void vertices(PrintStream out, List<WaitGraph.Vertex> vertices) {
        if (vertices.isEmpty())
            return;
        int width = vertices.stream().mapToInt(v -> Math.min(NAME, v.name().length())).max().orElse(0);
        out.println("  in % of the time: on a processor, ready to run, waiting; of so many threads");
        for (WaitGraph.Vertex v : vertices)
            if (v.works())
                out.printf(Locale.ROOT, "  %-" + width + "s %7.1f %7.1f %7.1f %5s%n", PrintableName.of(v.name(), NAME),
                        100 * v.cpu(), 100 * v.runnable(), 100 * v.waiting(), v.threads() == 0 ? "" : v.threads());
    }
}
