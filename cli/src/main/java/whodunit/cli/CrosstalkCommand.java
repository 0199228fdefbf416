// SPDX-License-Identifier: Apache-2.0
package whodunit.cli;

import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import whodunit.cli.crosstalk.CrosstalkCsv;
import whodunit.cli.crosstalk.CrosstalkJson;
import whodunit.cli.crosstalk.CrosstalkText;
import whodunit.cli.html.HtmlPage;
import whodunit.cli.html.PageData;
import whodunit.profile.Profile;
import whodunit.profile.crosstalk.Crosstalk;

@Command(name = "crosstalk", header = "Which request type makes which wait for its locks, and where.",
        description = {
                "A wait counts if a transaction waited and another transaction ended the wait. Waits that ended by "
                        + "timeout, by a background thread, or unseen are shown apart. One that had not ended counts "
                        + "for the transaction that has the lock, if that waits itself; --sites tells of deadlocks."},
        footer = {"", "Examples:",
                "  whodunit crosstalk rec/",
                "  whodunit crosstalk rec/ --tier mariadb --sites", "  whodunit crosstalk rec/ --since 20 --until 40",
                "  whodunit crosstalk rec/ --format csv -o crosstalk.csv"})
final class CrosstalkCommand implements Runnable {
    /** How the matrix is written. */
    enum Format { text, json, csv, html }

    @Mixin
    private RecordingInput input;

    @Mixin
    private SymbolOptions symbols;

    @Mixin
    private TimeOptions time;

    @Mixin
    private TierOptions tier;

    @Option(names = "--sites", description = "In text: for each pair, the places of the waits and both call paths.")
    private boolean sites;

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "text",
            description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Format format;

    @Mixin
    private OutputOption output;

    @Override
    public void run() {
        Profile profile = time.of(input.profile(symbols));
        write(profile);
    }

    private void write(Profile profile) {
        Set<String> tiers = tier.of(profile);
        Crosstalk crosstalk = new Crosstalk(profile, tiers);
        Output.Writer writer = switch (format) {
            case text -> out -> CrosstalkText.write(crosstalk, sites, out);
            case json -> out -> CrosstalkJson.write(crosstalk, out);
            case csv -> out -> CrosstalkCsv.write(crosstalk, out);
            case html -> out -> HtmlPage.write(out, PageData.startingWith("crosstalk", tiers, profile), null);
        };
        output.write(writer);
    }
}
