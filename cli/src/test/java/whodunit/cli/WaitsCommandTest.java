// SPDX-License-Identifier: Apache-2.0
package whodunit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import whodunit.profile.Frame;
import whodunit.profile.format.Record;
import whodunit.profile.format.Stage;
import whodunit.profile.jfr.JfrFile;
import whodunit.profile.waits.WaitFileBuilder;

class WaitsCommandTest {
    @TempDir
    private Path directory;

    private final StringWriter errors = new StringWriter();

    private int waits(String... options) {
        CommandLine line = Main.commandLine();
        line.setErr(new PrintWriter(errors, true));
        String[] arguments = new String[options.length + 4];
        arguments[0] = "waits";
        arguments[1] = directory.toString();
        arguments[2] = "-o";
        arguments[3] = directory.resolve("graph").toString();
        System.arraycopy(options, 0, arguments, 4, options.length);
        return line.execute(arguments);
    }

    /** A lost wait of a lock's holder would put the blame on somebody else. */
    @ParameterizedTest
    @ValueSource(strings = {"text", "json", "dot", "svg"})
    void whatLostMuchIsRefusedInOneLine(String format) throws Exception {
        new WaitFileBuilder().total("dropped", 50).write(directory.resolve("a.waits"));
        assertThat(waits("--format", format)).isNotZero();
        assertThat(errors.toString().strip()).doesNotContain("\n")
                .contains("100.0% of the waits were dropped by the recorder (50 of 50), more than 1%");
        assertThat(directory.resolve("graph")).doesNotExist();
    }

    @Test
    void aDirectoryWithoutWaitsIsToldWithACure() {
        assertThat(waits()).isEqualTo(1);
        assertThat(errors.toString()).contains("no waits in " + directory + "; record with --waits on");
    }

    @Test
    void afterTheEndThereIsNothing() throws Exception {
        new WaitFileBuilder().write(directory.resolve("a.waits"));
        assertThat(waits("--since", "100")).isEqualTo(1);
        assertThat(errors.toString()).contains("no waits match the filters");
        assertThat(directory.resolve("graph")).doesNotExist();
    }

    @Test
    void whatLostNothingIsNot() throws Exception {
        new WaitFileBuilder().total("dropped", 0).write(directory.resolve("a.waits"));
        assertThat(waits()).isZero();
        assertThat(directory.resolve("graph")).content().contains("0 dropped");
    }

    @Test
    void waitsOfTwoMachinesAreRefusedInOneLine() throws Exception {
        new WaitFileBuilder().write(directory.resolve("a.waits"));
        new WaitFileBuilder().clocks(1_000_000_000_000L, 0).write(directory.resolve("b.waits"));
        assertThat(waits()).isEqualTo(1);
        assertThat(errors.toString().strip()).doesNotContain("\n").contains("waits are of two machines")
                .contains("b.waits").contains("give the recordings of one machine");
    }

    /** The recorder of waits began 100 s before the first sample; both commands count from that. */
    @Test
    void secondsAreThoseOfTheReport() throws Exception {
        writeSample();
        WaitFileBuilder.disk(1, 100).write(directory.resolve("a.waits"));
        assertThat(waits("--since", "1")).isEqualTo(1);
        assertThat(waits("--until", "1")).isZero();
    }

    private void writeSample() throws Exception {
        try (JfrFile file = new JfrFile(directory.resolve("t-1-00000000000000aa-0.jfr"))) {
            file.record(0, Record.newBuilder().setStage(Stage.newBuilder().setUid(0xaa).setName("t").setPid(1)
                    .setEngine("ctimer").setIntervalNs(1_000_000)).build());
            file.sample(1, 100_000_000_000L, List.of(new Frame("f", Frame.Kind.NATIVE)));
        }
    }

    /** The page of a report has the graphs of waits, too. */
    @Test
    void thePageTellsWhatIsMissingAsWell() throws Exception {
        writeSample();
        WaitFileBuilder.disk(1, 100).total("bytes_lost", 77).write(directory.resolve("a.waits"));
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        PrintStream before = System.err;
        System.setErr(new PrintStream(told, true, StandardCharsets.UTF_8));
        try {
            assertThat(Main.commandLine().execute("report", directory.toString(), "--format", "html", "-o",
                    directory.resolve("page.html").toString())).isZero();
        } finally {
            System.setErr(before);
        }
        assertThat(told.toString(StandardCharsets.UTF_8)).contains("a.waits: 77 bytes of waits could not be written");
    }
}
