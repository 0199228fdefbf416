// SPDX-License-Identifier: Apache-2.0
package whodunit.cli;

import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;
import whodunit.cli.html.HtmlReport;
import whodunit.cli.report.CsvReport;
import whodunit.cli.report.JsonReport;
import whodunit.cli.report.Report;
import whodunit.cli.report.TextReport;
import whodunit.cli.waits.WaitsPage;
import whodunit.profile.Profile;

@Command(name = "report", header = "CPU by request type and tier: table, JSON, CSV or HTML.",
        description = {
                "Which request type uses which tier's CPU, in which functions, and for whom it waits. Recordings of "
                        + "several tiers are put together, also if each was made on a machine of its own."},
        footer = {"", "Examples:", "  whodunit report rec/", "  whodunit report rec/ --format html -o report.html",
                "  whodunit report tomcat-rec/ db-rec/ --by context",
                "  whodunit report rec/ --type BestSellers --tier mariadb --since 10 --until 40"})
final class ReportCommand implements Runnable {
    /** What the rows are. */
    enum By { transaction, tier, context, function, time }

    /** Takes {@code stage} as well, which is what version 0.1 called tiers. */
    static final class ByConverter implements ITypeConverter<By> {
        @Override
        public By convert(String value) {
            try {
                return value.equals("stage") ? By.tier : By.valueOf(value.toLowerCase(Locale.ROOT));
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException("it is one of " + List.of(By.values()) + ", not '" + value + "'");
            }
        }
    }

    /** How the report is written. */
    enum Format { text, json, csv, html }

    @Mixin
    private RecordingInput input;

    @Mixin
    private SelectionOptions selection;

    @Mixin
    private SampledTimeOption time;

    @Mixin
    private SymbolOptions symbols;

    @Option(names = "--by", paramLabel = "ROWS", defaultValue = "transaction", converter = ByConverter.class,
            description = "What the rows are: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private By by;

    @Option(names = "--format", paramLabel = "FORMAT", defaultValue = "text",
            description = "${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
    private Format format;

    @Mixin
    private OutputOption output;

    @Override
    public void run() {
        Profile profile = selection.of(time.of(input, symbols));
        Report report = switch (format) {
            case text -> new TextReport(by.name());
            case json -> new JsonReport(by.name());
            case csv -> new CsvReport(by.name());
            case html -> new HtmlReport(by.name(),
                    WaitsPage.tree(WaitsInput.all(input.paths(), profile.processes)), WalkedInput.of(profile,
                            time.get(), other -> selection.ofOtherTime(input.profile(symbols, other))));
        };
        output.write(out -> report.write(profile, out));
        if (format == Format.csv) // which has no place for it
            UnseenNotes.write(profile);
    }
}
