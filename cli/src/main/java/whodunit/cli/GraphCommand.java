// SPDX-License-Identifier: Apache-2.0
package whodunit.cli;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import whodunit.cli.graph.CsvGraph;
import whodunit.cli.graph.DotGraph;
import whodunit.cli.graph.GraphWriter;
import whodunit.cli.graph.JsonGraph;
import whodunit.cli.graph.SvgGraph;
import whodunit.cli.graph.TextGraph;
import whodunit.profile.Profile;
import whodunit.profile.graph.Graph;

@Command(name = "graph", header = "Draw what ran on behalf of what, and its share.",
        description = {
                "A node is a handler, a SEDA stage, a transaction type or a procedure, once for each context in which "
                        + "it ran, with its share of its tier's samples: self 2.10%%, total 31.5%% means 2.10%% in "
                        + "itself, 31.5%% with what it calls. Edges are calls (thin), hand-overs from handler to "
                        + "handler (dashed) and requests from tier to tier (thick). With --tier, "
                        + "what leads to the tier is drawn as well."},
        footer = {"", "Examples:", "  whodunit graph rec/ -o graph.svg   # then open it in a browser",
                "  whodunit graph rec/ --tier proxy --min-pct 2 -o proxy.svg",
                "  whodunit graph rec/ --format dot | dot -Tpdf -o graph.pdf",
                "  whodunit graph rec/ --type BestSellers --since 10 --until 20 --format text"})
final class GraphCommand implements Runnable {
    /** How the graph is written. */
    enum Format { dot, svg, json, text, csv }

    @Mixin
    private RecordingInput input;

    @Mixin
    private SelectionOptions selection;

    @Mixin
    private SampledTimeOption time;

    @Mixin
    private SymbolOptions symbols;

    @Spec
    private CommandSpec spec;

    private double minPct;

    @Option(names = "--min-pct", defaultValue = "0.5", paramLabel = "P",
            description = "Minimum share, in percent: leave out what has less of its tier's samples, with all that "
                    + "follows from it. Default: ${DEFAULT-VALUE}.")
    private void minPct(double percent) {
        if (!(percent >= 0 && percent <= 100))
            throw new ParameterException(spec.commandLine(), "--min-pct is a percentage, 0 to 100, not " + percent);
        minPct = percent;
    }

    @Option(names = "--format", paramLabel = "FORMAT",
            description = "${COMPLETION-CANDIDATES}. Default: as FILE's name ends, svg if it has no ending.")
    private Format format;

    @Mixin
    private OutputOption output;

    @Override
    public void run() {
        GraphWriter writer = switch (format == null ? byName() : format) {
            case dot -> new DotGraph();
            case svg -> new SvgGraph();
            case json -> new JsonGraph();
            case text -> new TextGraph();
            case csv -> new CsvGraph();
        };
        Profile recorded = time.of(input, symbols);
        Set<String> tiers = selection.tiers(recorded);
        Graph graph = Graph.of(selection.ofAllTiers(recorded), tiers, minPct);
        if (graph.nodes().isEmpty())
            throw new UserError(
                    "nothing to draw: nothing was sampled, or nothing has " + minPct + "%; try --min-pct 0");
        output.write(out -> writer.write(graph, out));
    }

    private Format byName() {
        String name = output.file() == null ? "" : output.file().getFileName().toString();
        String ending = name.substring(name.lastIndexOf('.') + 1);
        if (ending.length() == name.length())
            return Format.svg;
        for (Format f : Format.values())
            if (f.name().equalsIgnoreCase(ending))
                return f;
        throw new ParameterException(spec.commandLine(), "-o is a file that ends in "
                + Arrays.stream(Format.values()).map(f -> "." + f).collect(Collectors.joining(", "))
                + ", or give --format; not " + output.file());
    }
}
