// SPDX-License-Identifier: Apache-2.0
package whodunit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import whodunit.profile.read.RecordingReader;

/**
 * Whole commands on a real recording: a program that worked 3 times as "A" and "B", with known shares
 * (RecordingReaderTest).
 */
class CommandsTest {
    private static final String RECORDING = "../profile/src/test/resources/recordings/native";

    @TempDir
    private Path directory;

    private final StringWriter errors = new StringWriter();

    private int run(String... arguments) {
        CommandLine line = Main.commandLine();
        line.setErr(new PrintWriter(errors, true));
        return line.execute(arguments);
    }

    @ParameterizedTest(name = "whodunit {0}")
    @CsvSource({
            "report, command-report.txt",
            "report --by tier, command-report-tier.txt",
            "report --by stage, command-report-tier.txt",
            "report --by context, command-report-context.txt",
            "report --format json, command-report.json",
            "report --format json --by tier, command-report-tier.json",
            "report --format csv, command-report.csv",
            "report --until 0.5, command-report-until.txt",
            "report --until 1e12, command-report.txt",
            "report --until 0.5 --format json, command-report-until.json",
            "crosstalk, command-crosstalk.txt",
            "crosstalk --format json, command-crosstalk.json",
            "crosstalk --format csv, command-crosstalk.csv",
            "messages, command-messages.txt",
            "messages --until 0.5 --tier t, command-messages.txt",
            "messages --format json, command-messages.json",
            "messages --format csv, command-messages.csv",
            "info, command-info.txt",
            "info --format json, command-info.json",
            "info --format csv, command-info.csv",
            "report --tier t, command-report.txt",
            "report --stage t, command-report.txt",
            "crosstalk --tier t, command-crosstalk.txt",
            "crosstalk --stage t, command-crosstalk.txt",
            "graph --tier t --format text, command-graph.txt",
            "graph --stage t --format text, command-graph.txt",
            "export --to collapsed --tier t, command-export.txt",
            "export --to collapsed --stage t, command-export.txt",
            "diff --tier t ../profile/src/test/resources/recordings/native, command-diff.txt",
            "diff --stage t ../profile/src/test/resources/recordings/native, command-diff.txt",
    })
    void answersAsKnown(String command, String golden) throws Exception {
        Path file = directory.resolve("out");
        List<String> arguments = new ArrayList<>(List.of(command.split(" ")));
        arguments.addAll(List.of(RECORDING, "-o", file.toString()));
        assertThat(run(arguments.toArray(String[]::new))).as(errors.toString()).isZero();
        Golden.check(golden, Files.readAllBytes(file));
    }

    @Test
    void aMissingDirectoryIsAnErrorWithACure() {
        assertThat(run("crosstalk", directory.resolve("nowhere").toString())).isEqualTo(1);
        assertThat(errors.toString()).contains("nowhere does not exist").contains("whodunit record -o");
    }

    /** As Java sees it where the bytes of an argument are no UTF-8. */
    @Test
    void aNameThatIsNoUtf8IsToldWithACure() {
        assertThat(run("report", directory.resolve("caf\uFFFD").toString())).isEqualTo(1);
        assertThat(errors.toString()).contains("its name is not UTF-8, which Java cannot open; give a link");
    }

    @Test
    void afterTheEndThereIsNothing() {
        assertThat(run("report", "--since", "1e12", RECORDING)).isEqualTo(1);
        assertThat(errors.toString()).contains("no samples match the filters");
    }

    @Test
    void anUnknownTierIsAnErrorThatNamesTheKnown() {
        assertThat(run("crosstalk", "--tier", "web", RECORDING)).isEqualTo(1);
        assertThat(errors.toString()).contains("there is no tier 'web'; there is: t");
    }

    @ParameterizedTest(name = "whodunit {0}")
    @CsvSource({
            "report --since abc, it is a number, '''abc'''",
            "view --port 1.5, it is a whole number, '''1.5'''",
            "drill --live x --function f, it is a whole number, '''x'''",
            "view --port 65536, --port is a TCP port, 65536",
            "view --port -1, --port is a TCP port, -1",
            "diff --rows -1 nowhere, --rows is a number of rows, -1",
            "graph --min-pct 101, --min-pct is a percentage, 101",
            "graph --min-pct NaN, --min-pct is a percentage, NaN",
            "graph -o target/g.pdf, '-o is a file that ends in .dot, .svg, .json, .text, .csv, or give --format',"
                    + "target/g.pdf",
            "graph -o target/g., -o is a file that ends in, target/g.",
            "report --since NaN, --since is a number of seconds, NaN",
            "crosstalk --until NaN, --until is a number of seconds, NaN",
            "report --time foo, it is one of cpu, '''foo'''",
            "drill --threshold 0, --threshold is a share, '''0'''",
            "drill --threshold 101%, --threshold is a share, '''101%'''",
            "drill --threshold abc, --threshold is a share, '''abc'''",
    })
    void aValueThatAnOptionCannotHaveIsTold(String command, String what, String value) {
        List<String> arguments = new ArrayList<>(List.of(command.split(" ")));
        arguments.add(RECORDING);
        assertThat(run(arguments.toArray(String[]::new))).as(errors.toString()).isEqualTo(2);
        assertThat(errors.toString()).contains(what).contains("not " + value)
                .endsWith("; see: whodunit " + arguments.get(0) + " --help\n").hasLineCount(1)
                .doesNotContain("Exception");
    }

    @ParameterizedTest
    @CsvSource({"g.svg, <svg", "g.SVG, <svg", "g, <svg", "g.dot, digraph", "g.json, '{'"})
    void theGraphsFormatIsAsTheFilesNameEnds(String name, String begin) throws Exception {
        Path file = directory.resolve(name);
        assertThat(run("graph", RECORDING, "-o", file.toString())).as(errors.toString()).isZero();
        assertThat(Files.readString(file)).contains(begin);
    }

    @ParameterizedTest(name = "whodunit {0}")
    @ValueSource(strings = {"drill", "drill --live 1", "drill --live 1 --function f --seconds 0"})
    void drillsWrongArgumentsAreToldAsThoseOfOthers(String command) {
        assertThat(run(command.split(" "))).as(errors.toString()).isEqualTo(2);
        assertThat(errors.toString()).endsWith("; see: whodunit drill --help\n").hasLineCount(1);
    }

    /** It would be taken for having been followed. */
    @ParameterizedTest(name = "whodunit {0}")
    @CsvSource({"drill --live 1 --function f --symbols target, --symbols is for recordings",
            "drill --live 1 --function f --type T, --type is for recordings",
            "drill --live 1 --function f --threshold 10, --threshold is for recordings",
            "drill target --seconds 3, --seconds goes with --live"})
    void whatWouldDoNothingForDrillIsTold(String command, String what) {
        assertThat(run(command.split(" "))).as(errors.toString()).isEqualTo(2);
        assertThat(errors.toString()).contains(what).endsWith("; see: whodunit drill --help\n").hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"report", "graph", "drill"})
    void waitingTimeOfARecordingWithoutWaitsIsAnErrorWithACure(String command) {
        assertThat(run(command, "--time", "waiting", RECORDING)).isEqualTo(1);
        assertThat(errors.toString()).contains("no waits; record with --engine kernel --off-cpu 20us");
    }

    @Test
    void whatIsNoRecordingIsToldInWords() throws Exception {
        Path file = Files.writeString(directory.resolve("notes.jfr"), "no recording at all, though it is long enough "
                + "to have the head of one");
        assertThat(RecordingReader.read(List.of(file), f -> {}).unreadable()).singleElement().asString()
                .endsWith("notes.jfr: no recording, or its beginning is damaged");
    }

    @Test
    void anUnknownTierOfTheGraphIsAnErrorThatNamesTheKnown() {
        assertThat(run("graph", "--tier", "web", RECORDING)).isEqualTo(1);
        assertThat(errors.toString()).contains("there is no tier 'web'; there is: t");
    }

    @Test
    void anUnknownTypeIsAnErrorThatNamesTheKnown() {
        assertThat(run("report", "--type", "C", RECORDING)).isEqualTo(1);
        assertThat(errors.toString()).contains("there is no transaction type 'C'; there is: A, B");
    }

    @Test
    void ofTwoRecordingsTheMissingOneIsToldBeforeTheOtherIsRead() throws Exception {
        Path unreadable = Files.writeString(directory.resolve("notes.jfr"), "no recording");
        assertThat(run("diff", unreadable.toString(), directory.resolve("nowhere").toString())).isEqualTo(1);
        assertThat(errors.toString()).contains("nowhere does not exist");
    }

    /** As in the other commands. */
    @Test
    void optionsOfTheGraphAreInOrder() {
        List<String> names = List.of("--app", "--format", "-h", "--min-pct", "-o", "--since", "--symbols", "--tier",
                "--time", "--type", "--until", "-V");
        String help = Main.commandLine().getSubcommands().get("graph").getUsageMessage();
        assertThat(help.lines().map(String::strip).filter(l -> l.startsWith("-")).map(l -> l.split("[=,]")[0]))
                .isEqualTo(names);
    }

    @Test
    void aLinkToARecordingIsOne() throws Exception {
        Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of(RECORDING).toAbsolutePath());
        assertThat(run("report", link.toString(), "-o", directory.resolve("out").toString())).as(errors.toString())
                .isZero();
    }

    @Test
    void filesThatCannotBeReadAreNoEmptyDirectory() throws Exception {
        Files.write(directory.resolve("t-1-ade50f2d87c91aa2-0.jfr"), new byte[5000]);
        assertThat(run("report", directory.toString())).isEqualTo(1);
        assertThat(errors.toString()).contains("nothing in " + directory + " can be read")
                .doesNotContain("no recording");
    }

    @Test
    void anUnknownOptionIsToldInOneLineWithThoseThatAreAlike() {
        assertThat(run("report", "--foramt", "csv", RECORDING)).isEqualTo(2);
        assertThat(errors.toString()).startsWith("whodunit report: Unknown option").contains("--format")
                .endsWith("; see: whodunit report --help\n").hasLineCount(1);
    }

    @Test
    void anUnknownFormatIsAnErrorThatNamesTheKnown() {
        assertThat(run("crosstalk", "--format", "xml", RECORDING)).isEqualTo(2);
        assertThat(errors.toString()).contains("text").contains("json").contains("csv").contains("html");
    }
}
