// SPDX-License-Identifier: Apache-2.0
package whodunit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import whodunit.profile.Frame;
import whodunit.profile.format.Health;
import whodunit.profile.format.Record;
import whodunit.profile.format.Stage;
import whodunit.profile.jfr.JfrFile;

/** Names of tiers, files and counters that would drive a terminal. */
class HostileNamesTest {
    private static final String ESCAPE = "\u001b[31mRED\u0007";

    @TempDir
    private Path directory;

    /** What a command says, without its output. */
    private String told(String... arguments) {
        PrintStream out = System.out, err = System.err;
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        try (PrintStream both = new PrintStream(told, true, StandardCharsets.UTF_8)) {
            System.setOut(both);
            System.setErr(both);
            CommandLine line = Main.commandLine();
            line.setErr(new PrintWriter(both, true));
            line.execute(arguments);
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
        return told.toString(StandardCharsets.UTF_8);
    }

    @Test
    void noCommandPassesOnWhatDrivesATerminal() throws Exception {
        try (JfrFile file = new JfrFile(directory.resolve("t-1-00000000000000aa-0.jfr"))) {
            file.record(Record.newBuilder().setStage(Stage.newBuilder().setUid(0xaa).setName("tier" + ESCAPE)
                    .setIntervalNs(1_000_000)).build());
            file.record(Record.newBuilder().setHealth(Health.newBuilder().addCounter(Health.Counter.newBuilder()
                    .setName("lost" + ESCAPE).setValue(5)).addCounter(Health.Counter.newBuilder()
                            .setName("mysql.tls").setValue(3)))
                    .build());
            file.sample(1, 1_000_000_000, List.of(new Frame("f", Frame.Kind.NATIVE)));
        }
        Files.writeString(directory.resolve("x" + ESCAPE + ".jfr"), "junk");
        Files.writeString(directory.resolve("x" + ESCAPE + ".waits"), "junk");
        Path info = directory.resolve("info");
        for (String format : List.of("text", "csv")) {
            told("info", "--format", format, "-o", info.toString(), directory.toString());
            assertThat(Files.readString(info)).contains("lost?[31mRED?").doesNotContain("\u001b", "\u0007");
        }
        assertThat(told("report", "--tier", "web", directory.toString())).contains("there is: tier?[31mRED?")
                .contains("not read: ")
                .doesNotContain("\u001b", "\u0007");
        Path csv = directory.resolve("report.csv");
        assertThat(told("report", "--format", "csv", "-o", csv.toString(), directory.toString()))
                .contains("not seen: tier?[31mRED?: 3 connections use TLS").doesNotContain("\u001b", "\u0007");
        assertThat(Files.readString(csv)).contains("tier?[31mRED?").doesNotContain("\u001b", "\u0007");
        assertThat(told("info", "--format", "csv", "-o", info.toString(), directory.toString()))
                .contains("not seen: tier?[31mRED?: 3 connections use TLS").doesNotContain("\u001b", "\u0007");
        assertThat(told("waits", directory.toString())).contains("x?[31mRED?.waits").doesNotContain("\u001b", "\u0007");
    }
}
