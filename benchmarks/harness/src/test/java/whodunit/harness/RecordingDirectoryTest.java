// SPDX-License-Identifier: Apache-2.0
package whodunit.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingDirectoryTest {
    @TempDir
    private Path directory;

    @Test
    void isMadeAndCanBePreparedAgain() throws Exception {
        Path recording = directory.resolve("out/recording");
        RecordingDirectory.prepare(recording);
        RecordingDirectory.prepare(recording);
        assertThat(recording).isEmptyDirectory();
    }

    /** The user may have named a directory that holds a "recording" of another kind. */
    @Test
    void onlyAnEarlierRecordingIsRemoved() throws Exception {
        Files.writeString(directory.resolve("tomcat-7-ade50f2d87c91aa2-0.jfr"), "");
        Files.writeString(directory.resolve("tomcat-7-ade50f2d87c91aa2-1.jfr.part"), "");
        Files.writeString(directory.resolve("kernel-7.waits"), "");
        Files.writeString(directory.resolve("kernel-7-aB3dEf9h.waits"), "");
        Path song = Files.writeString(directory.resolve("song.flac"), "");
        Path flight = Files.writeString(directory.resolve("app.jfr"), "");
        Path deeper = Files.writeString(Files.createDirectory(directory.resolve("album")).resolve("live.jfr"), "");
        RecordingDirectory.prepare(directory);
        assertThat(directory.toFile().list()).containsExactlyInAnyOrder("song.flac", "app.jfr", "album");
        assertThat(song).exists();
        assertThat(flight).exists();
        assertThat(deeper).exists();
    }

    /** The report reads what lies below, too. */
    @Test
    void anotherRecordingBelowIsNotTakenForThisOne() throws Exception {
        Path kept = Files.writeString(
                Files.createDirectory(directory.resolve("before")).resolve("tomcat-7-ade50f2d87c91aa2-0.jfr"), "");
        assertThatThrownBy(() -> RecordingDirectory.prepare(directory)).hasMessageContaining(kept.toString());
        assertThat(kept).exists();
    }
}
