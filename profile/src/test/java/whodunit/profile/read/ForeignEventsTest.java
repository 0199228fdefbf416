// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.profile.TwoTierRecording;
import whodunit.profile.format.Name;
import whodunit.profile.format.Record;
import whodunit.profile.format.Stage;
import whodunit.profile.jfr.JfrFile;

/** An application may write events of its own through the same sampler. */
class ForeignEventsTest {
    @Test
    void onlyOurEventsAreRecords(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("a.jfr");
        try (JfrFile jfr = new JfrFile(file)) {
            jfr.userEvent("theirs",
                    Record.newBuilder().setStage(Stage.newBuilder().setUid(1).setName("forged")).build().toByteArray());
            jfr.record(Record.newBuilder().setStage(Stage.newBuilder().setUid(2).setName("ours")).build());
            jfr.userEvent("theirs", new byte[] {1, 2, 3});
            jfr.record(Record.newBuilder().setName(Name.newBuilder().setId(1).setText("ü")).build());
            jfr.sample(7, 1000, TwoTierRecording.nativeStack("main", "f"));
        }
        RecordingReader reader = RecordingReader.read(List.of(file), f -> {});
        assertThat(reader.processes()).extracting(s -> s.tier).containsExactly("ours");
        assertThat(reader.processes().get(0).problems).isEmpty();
        assertThat(reader.processes().get(0).totalSamples()).isEqualTo(1);
    }
}
