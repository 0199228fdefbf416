// SPDX-License-Identifier: Apache-2.0
package whodunit.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import whodunit.cli.waits.WaitsDot;
import whodunit.cli.waits.WaitsJson;
import whodunit.cli.waits.WaitsSvg;
import whodunit.cli.waits.WaitsText;
import whodunit.profile.waits.WaitGraph;

@Command(name = "waits", header = "Which waiting limits the throughput: who waits for whom, and the knots.",
        description = {
                "An edge is the time that threads wait for another, or for the disk or the network, also through "
                        + "others. A knot is a set of vertices that wait for each other and for nothing else: to "
                        + "make the server faster, change what happens there; all other waiting can be left alone. "
                        + "The recording is one of record --waits on. docs/waits.md says how to read it."},
        footer = {"", "Examples:", "  whodunit waits rec/", "  whodunit waits rec/ --by transaction",
                "  whodunit waits rec/ --format svg -o waits.svg   # then open it in a browser",
                "  whodunit waits rec/ --explain   # each step of the analysis"})
final class WaitsCommand implements Runnable {
    /** How the graph is written. */
    enum Format { text, json, dot, svg }

    @Mixin
    private RecordingInput input;

    @Option(names = "--by", paramLabel = "WHAT", defaultValue = "thread",
            description = "What a vertex is: ${COMPLETION-CANDIDATES}. By transaction, threads that work for none have "
                    + "their own, and it is told where each type's time goes. Default: ${DEFAULT-VALUE}.")
    private WaitsInput.By by;

    @Mixin
    private TimeOptions time;

    @Option(names = "--explain", description = "In text and JSON: every step of the analysis.")
    private boolean explain;

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "text",
            description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Format format;

    @Mixin
    private OutputOption output;

    @Override
    public void run() {
        WaitGraph graph = graph();
        output.write(out -> {
            switch (format) {
                case text -> WaitsText.write(graph, explain, out);
                case json -> WaitsJson.write(graph, explain, out);
                case dot -> WaitsDot.write(graph, out);
                case svg -> WaitsSvg.write(graph, out);
            }
        });
    }

    private WaitGraph graph() {
        RecordingInput.requireAll(input.paths());
        return WaitsInput.graph(input.paths(), input.processesIfAny(), by, time);
    }
}
