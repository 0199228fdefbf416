// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.tests.run.Finished;
import whodunit.tests.run.MariaDb;
import whodunit.tests.run.Recording;
import whodunit.tests.run.Server;
import whodunit.tests.run.Whodunit;

/** A disk that fills up while a server is recorded. Needs a small file system of its own. */
class FullDiskTest {
    private static final String WORK = "SELECT BENCHMARK(1000000, MD5('whodunit'))";

    @TempDir
    Path directory;
    private Path disk;

    @BeforeEach
    void mount() throws Exception {
        disk = Files.createDirectory(directory.resolve("disk"));
        Finished mounted = Finished
                .run(List.of("mount", "-t", "tmpfs", "-o", "size=24m", "whodunit-test", disk.toString()));
        assumeTrue(mounted.status() == 0, "may not mount a small file system: " + mounted.errors());
    }

    @AfterEach
    void unmount() throws Exception {
        Finished.run(List.of("umount", "-l", disk.toString()));
    }

    @Test
    void recordingEndsWithOneLineAndTheServerRunsOn() throws Exception {
        Path recording = disk.resolve("rec");
        try (MariaDb db = MariaDb.start(directory, Whodunit.record(recording, "db"))) {
            db.execute(WORK);
            Recording.awaitFinished(recording, "db", 1);
            fill();
            db.server.await(() -> db.server.log().contains("whodunit: "));
            db.execute(WORK, WORK);
            assertThat(db.server.terminate()).isZero();
            assertThat(db.server.log().lines().filter(l -> l.contains("whodunit: ")).toList()).singleElement()
                    .asString()
                    .contains(recording.toString()).contains("MiB left on the disk");
        }
        Files.delete(disk.resolve("ballast"));
        assertThat(new Report(Whodunit.report(recording)).process("db").get("samples").getAsLong()).isPositive();
    }

    @Test
    void aServerStartsOnADiskThatIsFullAlready() throws Exception {
        fill();
        try (MariaDb db = MariaDb.start(directory, Whodunit.record(disk.resolve("rec"), "db"))) {
            db.execute(WORK);
            assertThat(db.server.terminate()).isZero();
            assertThat(db.server.log()).contains("whodunit: ").contains("MiB left on the disk");
        }
    }

    /** No file that lacks its end is taken for a finished one, whatever there was still room for. */
    @Test
    void aJvmsRecordingEndsWithOneLineAndItRunsOn() throws Exception {
        Path recording = Files.createDirectory(disk.resolve("rec"));
        List<String> command = new ArrayList<>(Whodunit.record(recording, "app"));
        command.addAll(List.of(Path.of(System.getProperty("java.home"), "bin/java").toString(), "-cp",
                System.getProperty("java.class.path"),
                "whodunit.tests.app.Burn"));
        try (Server app = new Server(command, directory.resolve("log"))) {
            Recording.awaitFinished(recording, "app", 1);
            fill();
            app.await(() -> app.log().contains("whodunit: "));
            assertThat(app.isAlive()).isTrue();
            app.terminate();
            assertThat(app.log().lines().filter(l -> l.contains("whodunit: ")).toList()).singleElement().asString()
                    .contains(recording.toString()).contains("make room");
        }
        Files.delete(disk.resolve("ballast"));
        for (Path file : Recording.finished(recording, "app"))
            assertThat(new Report(Whodunit.report(file)).process("app").getAsJsonArray("problems")).as(file.toString())
                    .isEmpty();
    }

    private void fill() throws IOException {
        byte[] block = new byte[4096];
        try (OutputStream out = Files.newOutputStream(disk.resolve("ballast"))) {
            while (true)
                out.write(block);
        } catch (IOException full) {
            assertThat(full).hasMessageContaining("No space left");
        }
    }
}
