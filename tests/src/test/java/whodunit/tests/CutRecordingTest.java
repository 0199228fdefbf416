// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Whodunit;

/** A JVM whose recording is cut runs on, and one line tells; what is not cut is not taken for it. */
class CutRecordingTest {
    /** An idle JVM's file is larger. */
    private static final int LIMIT_KIB = 16;

    @TempDir
    Path directory;

    @Test
    void aLimitOnFilesIsToldByOneLineAndTheJvmRunsOn() throws Exception {
        Path recording = directory.resolve("rec");
        Finished run = burn(recording, "ulimit -f " + LIMIT_KIB + "; exec \"$@\"");
        assertThat(run.status()).as(run.errors()).isZero();
        assertThat(run.output()).isEqualTo("done\n");
        assertThat(run.errors().lines().filter(l -> l.startsWith("whodunit: "))).singleElement().asString()
                .contains(recording.toString()).contains("File too large").contains("lift the limit");
        assertThat(files(recording)).singleElement().asString().endsWith(".jfr.part");
    }

    @Test
    void aDirectorysNameMayHoldWhatOptionsCannot() throws Exception {
        Path recording = directory.resolve("a,b=50%n c");
        Finished run = burn(recording, "exec \"$@\"");
        assertThat(run.status()).as(run.errors()).isZero();
        assertThat(run.errors()).doesNotContain("whodunit: ");
        assertThat(files(recording)).isNotEmpty().allMatch(f -> f.endsWith(".jfr"));
        assertThat(new Report(Whodunit.report(recording)).process("app").get("samples").getAsLong()).isPositive();
    }

    /** A JVM that is busy long enough to be sampled, recorded from within a shell. */
    private Finished burn(Path recording, String script) throws Exception {
        List<String> command = new ArrayList<>(List.of("bash", "-c", script, "bash"));
        command.addAll(Whodunit.record(recording, "app"));
        command.addAll(List.of(Path.of(System.getProperty("java.home"), "bin/java").toString(), "-cp",
                System.getProperty("java.class.path"),
                "whodunit.tests.app.Burn", "3"));
        return Finished.run(command);
    }

    private static List<String> files(Path recording) throws IOException {
        try (Stream<Path> files = Files.list(recording)) {
            return files.map(f -> f.getFileName().toString()).toList();
        }
    }
}
