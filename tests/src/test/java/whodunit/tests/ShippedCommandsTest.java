// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Jdk;
import whodunit.tests.run.Whodunit;

/**
 * Every command and format by the jar that is shipped, from which what cannot be reached was left out: what is only
 * found by its name would be missing here first. The answers are those of the modules' own tests.
 */
class ShippedCommandsTest {
    private static final Path RECORDING = Whodunit.HOME.resolve("profile/src/test/resources/recordings/native");
    private static final Path GOLDEN = Whodunit.HOME.resolve("cli/src/test/resources/golden");
    private static final long MOST_BYTES = 8_000_000;

    @TempDir
    private Path directory;

    private Path run(String command) throws Exception {
        Path file = directory.resolve("out");
        List<String> line = new ArrayList<>(List.of(Whodunit.HOME.resolve("whodunit").toString()));
        line.addAll(List.of(command.split(" ")));
        line.addAll(List.of(RECORDING.toString(), "-o", file.toString()));
        Finished.run(line).checked();
        return file;
    }

    @ParameterizedTest(name = "whodunit {0}")
    @CsvSource({
            "report, command-report.txt",
            "report --by tier, command-report-tier.txt",
            "report --format json, command-report.json",
            "report --format csv, command-report.csv",
            "crosstalk, command-crosstalk.txt",
            "crosstalk --format json, command-crosstalk.json",
            "crosstalk --format csv, command-crosstalk.csv",
            "graph --format text, command-graph.txt",
            "export --to collapsed, command-export.txt",
    })
    void answersAsKnown(String command, String golden) throws Exception {
        assertThat(Files.readString(run(command))).isEqualTo(Files.readString(GOLDEN.resolve(golden)));
    }

    @ParameterizedTest(name = "whodunit {0}")
    @CsvSource({
            "report --by context, burnB|main",
            "report --by time, cores",
            "report --format html, <!DOCTYPE html>",
            "crosstalk --format html, <!DOCTYPE html>",
            "graph --format svg, <svg",
            "graph --format dot, digraph",
            "graph --format json, total_pct",
            "graph --format csv, total_pct",
            "export --to speedscope, speedscope.app",
    })
    void writesEveryFormat(String command, String what) throws Exception {
        assertThat(Files.readString(run(command))).containsPattern(what);
    }

    /** A layout was found: nodes have places. */
    @Test
    void theLayoutOfAGraphIsComplete() throws Exception {
        assertThat(Files.readString(run("graph --format svg"))).contains("burnB").contains("<polyline");
    }

    @ParameterizedTest
    @CsvSource({"pprof", "otlp --experimental"})
    void writesBinaryFormats(String format) throws Exception {
        assertThat(Files.size(run("export --to " + format))).isGreaterThan(200);
    }

    @ParameterizedTest
    @CsvSource({"text", "json", "csv", "html"})
    void comparesInEveryFormat(String format) throws Exception {
        assertThat(Files.readString(run("diff --format " + format + " " + RECORDING))).isNotEmpty();
    }

    @Test
    void tellsWhatWasRecorded() throws Exception {
        String launcher = Whodunit.HOME.resolve("whodunit").toString();
        for (String name : List.of("info", "stages"))
            assertThat(Finished.run(List.of(launcher, name, RECORDING.toString())).checked().output())
                    .contains("sampling  ctimer every 4.000 ms: 1229 samples");
    }

    /** Told in a line, and not by the stack of where it ran out. */
    @Test
    void tooLittleMemoryIsToldWithACure() throws Exception {
        Finished told = Finished.run(List.of(Jdk.java(17), "-Xmx6m", "-XX:+UseSerialGC", "-jar",
                Whodunit.HOME.resolve("build/dist/lib/whodunit-cli.jar").toString(), "report", RECORDING.toString(),
                "--format", "html"));
        assertThat(told.status()).isEqualTo(1);
        assertThat(told.errors()).contains("MiB of memory that Java takes here are not enough").contains("-Xmx")
                .doesNotContain("\tat ");
    }

    /** JDK 23 to 25 warn of a library's way to memory, in four lines in front of each answer. */
    @Test
    void aLaterJdkSaysNothingOfItsOwn() throws Exception {
        String home = Path.of(Jdk.java(25)).getParent().getParent().toString();
        Finished told = Finished.run(List.of("env", "JAVA_HOME=" + home, Whodunit.HOME.resolve("whodunit").toString(),
                "info", RECORDING.toString())).checked();
        assertThat(told.errors().lines().filter(line -> !line.startsWith("whodunit: "))).isEmpty();
    }

    @Test
    void isSmall() throws Exception {
        assertThat(Files.size(Whodunit.HOME.resolve("build/dist/lib/whodunit-cli.jar"))).isLessThan(MOST_BYTES);
    }
}
