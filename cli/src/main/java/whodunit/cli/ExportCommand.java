// SPDX-License-Identifier: Apache-2.0
package whodunit.cli;

import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import whodunit.profile.Profile;
import whodunit.profile.export.Collapsed;
import whodunit.profile.export.Exporter;
import whodunit.profile.export.Otlp;
import whodunit.profile.export.Pprof;
import whodunit.profile.export.Speedscope;

@Command(name = "export", header = "Write the profile for pprof, speedscope or flame graph tools.",
        description = {
                "Writes the end-to-end profile in another tool's format, with transaction types and tiers as labels."},
        footer = {"", "Examples:", "  whodunit export rec/ --to pprof -o profile.pb.gz",
                "  pprof -tagroot=txn -http=: profile.pb.gz",
                "  whodunit export rec/ --to speedscope -o profile.speedscope.json"})
final class ExportCommand implements Runnable {
    /** Formats of other tools. */
    enum To { pprof, collapsed, speedscope, otlp }

    @Mixin
    private RecordingInput input;

    @Mixin
    private SelectionOptions selection;

    @Mixin
    private SampledTimeOption time;

    @Mixin
    private SymbolOptions symbols;

    @Option(names = "--to", paramLabel = "FORMAT", required = true, description = "${COMPLETION-CANDIDATES}.")
    private To to;

    @Option(names = "--experimental", description = "Allow formats that are not stable: otlp.")
    private boolean experimental;

    @Option(names = "-o", required = true, paramLabel = "FILE", description = "The file to write.")
    private Path file;

    @Override
    public void run() {
        if (to == To.otlp && !experimental)
            throw new UserError(
                    "OTLP profiles are still in development, and readers take only their own version of them; to "
                            + "write version 1.9 all the same, add --experimental");
        Profile profile = selection.of(time.of(input, symbols));
        Exporter exporter = switch (to) {
            case pprof -> new Pprof();
            case collapsed -> new Collapsed();
            case speedscope -> new Speedscope();
            case otlp -> new Otlp();
        };
        Output.write(file, out -> exporter.write(profile, out));
    }
}
