// SPDX-License-Identifier: Apache-2.0
package whodunit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Java has no memory for is told, and is not taken for a damaged file that a report may do without. */
class LittleMemoryTest {
    private static final Path RECORDING = Path.of("../profile/src/test/resources/recordings/native");

    @TempDir
    private Path directory;

    /** The second file is larger than all the memory. */
    @Test
    void aFileThatDoesNotFitIsNoDamage() throws Exception {
        Path[] files;
        try (var all = Files.list(RECORDING)) {
            files = all.sorted().toArray(Path[]::new);
        }
        for (Path file : files)
            Files.copy(file, directory.resolve(file.getFileName()));
        try (RandomAccessFile second = new RandomAccessFile(
                directory.resolve(files[1].getFileName()).toFile(), "rw")) {
            second.setLength(40 << 20);
        }
        Process report = new ProcessBuilder(ProcessHandle.current().info().command().orElseThrow(), "-Xmx16m",
                "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"), Main.class.getName(), "report",
                directory.toString(), "-o", directory.resolve("report.txt").toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        String errors = new String(report.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(report.waitFor()).as(errors).isEqualTo(1);
        assertThat(errors).contains("not enough for this; give it more, by JAVA_TOOL_OPTIONS=-Xmx");
        assertThat(directory.resolve("report.txt")).doesNotExist();
    }
}
