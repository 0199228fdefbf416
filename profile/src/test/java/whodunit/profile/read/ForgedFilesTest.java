// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import whodunit.profile.RecordedProcess;
import whodunit.profile.SampledTime;
import whodunit.profile.format.Record;
import whodunit.profile.format.Stage;
import whodunit.profile.jfr.ForgedJfr;
import whodunit.profile.jfr.JfrFile;

/** Recordings that somebody made so that their reader does not come to an end, or does not come to the others. */
class ForgedFilesTest {
    @TempDir
    private Path directory;

    private RecordingReader read() throws IOException {
        return RecordingReader.read(List.of(directory), p -> {});
    }

    /** What does not end has no other end here. */
    @Test
    @Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void poolsThatLeadInACircleAreLeft() throws Exception {
        Files.write(directory.resolve("a.jfr"), ForgedJfr.poolsInACircle());
        assertThat(read().unreadable()).singleElement().asString().contains("its parts lie in each other");
    }

    /** Each would be read with all that follows: the square of the file. */
    @Test
    void eventsInEachOtherAreLeft() throws Exception {
        Files.write(directory.resolve("a.jfr"), ForgedJfr.eventsInEachOther(2000));
        assertThat(read().unreadable()).singleElement().asString().contains("its parts lie in each other");
    }

    private void file(int uid, String engine) throws IOException {
        try (JfrFile file = new JfrFile(directory.resolve("db-1-000000000000000" + uid + "-0.jfr"))) {
            file.record(Record.newBuilder().setStage(Stage.newBuilder().setUid(uid).setName("db").setEngine(engine)
                    .setIntervalNs(10_000_000)).build());
        }
    }

    /** Figures of waiting and of wall time would be added up. */
    @Test
    void waitingAndWallTimeAreNotOneTier() throws Exception {
        file(1, "kernel");
        file(2, "wall");
        assertThat(RecordingReader.read(List.of(directory), p -> {}, SampledTime.WAITING).processes())
                .extracting((RecordedProcess p) -> p.tier).containsExactlyInAnyOrder("db", "db (wall)");
    }

    /** A path that is longer than the system takes names a directory all the same. */
    @Test
    void aDirectoryThatCannotBeListedDoesNotHideTheOthers() throws Exception {
        file(1, "ctimer");
        String name = "d".repeat(250);
        Path outer = directory.resolve("outer"), inner = directory.resolve("inner");
        Path outerEnd = outer, innerEnd = inner;
        for (int i = 0; i < 10; i++) {
            outerEnd = outerEnd.resolve(name);
            innerEnd = innerEnd.resolve(name);
        }
        Files.createDirectories(outerEnd);
        Files.createDirectories(innerEnd);
        Path moved = Files.move(inner, outerEnd.resolve("inner"));
        try {
            RecordingReader reader = read();
            assertThat(reader.processes()).hasSize(1);
            assertThat(reader.unreadable()).singleElement().asString().contains("File name too long");
        } finally {
            Files.move(moved, inner); // or nobody could delete it
        }
    }
}
