// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.profile.Profile;
import whodunit.profile.Summary;
import whodunit.profile.read.RecordingReader;

/** A generated recording of two tiers is reported to the last sample. Its full size is measured by benchmarks/scale. */
class ScaleTest {
    @TempDir
    private Path directory;

    @Test
    void everySampleIsCounted() throws IOException {
        Map<String, Long> truth = ScaleRecording.write(directory, new ScaleRecording.Size(200_000, 2_000, 400, 40, 12));
        RecordingReader reader = RecordingReader.read(List.of(directory), f -> {});
        assertThat(reader.unreadable()).isEmpty();
        Profile profile = Profile.stitch(reader.processes());
        Map<String, Long> found = new TreeMap<>();
        for (Summary.Row row : new Summary(profile).transactions) {
            assertThat(row.requests()).isEqualTo(12 * 100);
            row.tiers().forEach((tier, cell) -> found.put(row.type() + "," + tier, cell.samples()));
        }
        assertThat(found).isEqualTo(truth);
        assertThat(profile.entries).allSatisfy(e -> assertThat(e.times().samples()).isEqualTo(e.samples()));
        assertThat(profile.entries).filteredOn(e -> e.process().tier.equals("db"))
                .allSatisfy(e -> assertThat(e.stack().get(0).name()).isEqualTo("[web]"));
    }
}
