// SPDX-License-Identifier: Apache-2.0
package whodunit.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import whodunit.cli.diff.DiffCsv;
import whodunit.cli.diff.DiffJson;
import whodunit.cli.diff.DiffText;
import whodunit.cli.html.HtmlPage;
import whodunit.cli.html.PageData;
import whodunit.profile.Profile;
import whodunit.profile.Selection;
import whodunit.profile.diff.Diff;

@Command(name = "diff", header = "What got better or worse between two recordings, per request.",
        description = {"CPU of a transaction type is divided by its requests, CPU of a function by all requests."},
        footer = {"", "Examples:",
                "  whodunit diff before-rec/ after-rec/",
                "  whodunit diff before-rec/ after-rec/ --format html -o diff.html"})
final class DiffCommand implements Runnable {
    /** How the differences are written. */
    enum Format { text, csv, json, html }

    @Parameters(index = "0", paramLabel = "BEFORE",
            description = "The earlier recording's directory; tiers may be in directories below it.")
    private Path before;

    @Parameters(index = "1", paramLabel = "AFTER", description = "The later recording's directory, likewise.")
    private Path after;

    @Mixin
    private TierOptions tier;

    @Mixin
    private ApplicationOptions application;

    @Mixin
    private SymbolOptions symbols;

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "text",
            description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Format format;

    @Spec
    private CommandSpec spec;

    private int rows;

    @Option(names = "--rows", defaultValue = "15", paramLabel = "N",
            description = "In text: how many of each. Default: ${DEFAULT-VALUE}.")
    private void rows(int number) {
        if (number < 0)
            throw new ParameterException(spec.commandLine(), "--rows is a number of rows, 0 or more, not " + number);
        rows = number;
    }

    @Mixin
    private OutputOption output;

    @Override
    public void run() {
        RecordingInput.requireAll(List.of(before, after));
        Profile wholeEarlier = RecordingInput.profile(List.of(before), application, symbols);
        Profile wholeLater = RecordingInput.profile(List.of(after), application, symbols);
        Selection selection = Selection.ofTiers(tier.of(wholeEarlier, wholeLater));
        Profile earlier = wholeEarlier.select(selection);
        Profile later = wholeLater.select(selection);
        Set<String> different = Diff.incomparable(earlier, later);
        if (!different.isEmpty())
            throw new UserError(
                    "CPU cannot be compared with wall time, and the two recordings have one and the other of: "
                            + String.join(", ", different)
                            + "; record both with the same --engine");
        Diff diff = new Diff(earlier, later);
        Output.Writer writer = switch (format) {
            case text -> out -> DiffText.write(diff, rows, Terminal.isColoured(output.file()), out);
            case csv -> out -> DiffCsv.write(diff, out);
            case json -> out -> DiffJson.write(diff, out);
            case html ->
                out -> HtmlPage.write(out, PageData.of(later, "transaction"), PageData.of(earlier, "transaction"));
        };
        output.write(writer);
    }
}
