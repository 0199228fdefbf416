// SPDX-License-Identifier: Apache-2.0
package whodunit.cli;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import whodunit.cli.info.InfoCsv;
import whodunit.cli.info.InfoJson;
import whodunit.cli.info.InfoText;
import whodunit.profile.Profile;
import whodunit.profile.RecordedProcess;

@Command(name = "info", header = "What was recorded: processes, their health, and what was lost.",
        description = {
                "For each process how it was sampled, what its contexts and messages were, and every counter of its "
                        + "health that is not 0 (docs/format.md)."},
        footer = {"", "Examples:", "  whodunit info rec/", "  whodunit info rec/ --format json"})
class InfoCommand implements Runnable {
    /** What the command was called in version 0.1. */
    @Command(name = "stages", hidden = true)
    static final class Stages extends InfoCommand {}

    /** How it is written. */
    enum Format { text, json, csv }

    @Mixin
    private RecordingInput input;

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "text",
            description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Format format;

    @Mixin
    private OutputOption output;

    @Override
    public void run() {
        List<RecordedProcess> processes = input.processes();
        output.write(out -> {
            switch (format) {
                case text -> InfoText.write(processes, out);
                case json -> InfoJson.write(processes, out);
                case csv -> InfoCsv.write(processes, out);
            }
        });
        if (format == Format.csv)
            UnseenNotes.write(Profile.stitch(processes));
    }
}
