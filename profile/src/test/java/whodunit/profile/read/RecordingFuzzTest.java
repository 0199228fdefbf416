// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.read;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.provider.MethodSource;
import whodunit.profile.Profile;
import whodunit.profile.Summary;

/**
 * Any bytes as a recording: what cannot be read is told, nothing else happens. See docs/fuzzers.md.
 */
class RecordingFuzzTest {
    @TempDir
    private static Path directory;

    static Stream<byte[]> recordings() throws Exception {
        try (Stream<Path> files = Files.list(RecordingReaderTest.recording())) {
            return files.sorted().map(RecordingFuzzTest::bytes).toList().stream();
        }
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @MethodSource("recordings")
    @FuzzTest(maxDuration = "20s")
    void anyBytes(byte[] recording) throws IOException {
        if (recording == null)
            return;
        Path file = Files.write(directory.resolve("fuzzed.jfr"), recording);
        new Summary(Profile.stitch(RecordingReader.read(List.of(file), f -> {}).processes()));
    }
}
