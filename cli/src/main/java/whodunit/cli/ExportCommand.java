package whodunit.cli;

import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import whodunit.profile.Profile;
import whodunit.profile.export.Collapsed;
import whodunit.profile.export.Exporter;
import whodunit.profile.export.Pprof;
import whodunit.profile.export.Speedscope;

@Command(name = "export", description = "Writes the end-to-end profile in another tool's format.",
        footer = {"", "Examples:", "  whodunit export rec/ --to pprof -o profile.pb.gz   # then: pprof -tagroot=txn -http=: profile.pb.gz",
            "  whodunit export rec/ --to speedscope -o profile.speedscope.json"})
final class ExportCommand implements Runnable {
    /** Formats of other tools. */
    enum To { pprof, collapsed, speedscope }

    @Mixin
    private Input input;

    @Option(names = "--to", required = true, description = "${COMPLETION-CANDIDATES}.")
    private To to;

    @Option(names = "-o", required = true, paramLabel = "FILE", description = "The file to write.")
    private Path file;

    @Override
    public void run() {
        Profile profile = input.profile();
        Exporter exporter = switch (to) {
            case pprof -> new Pprof();
            case collapsed -> new Collapsed();
            case speedscope -> new Speedscope();
        };
        Output.write(file, out -> exporter.write(profile, out));
    }
}
