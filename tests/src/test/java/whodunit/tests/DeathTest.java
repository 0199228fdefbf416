// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import whodunit.tests.run.MariaDb;
import whodunit.tests.run.Recording;
import whodunit.tests.run.WebTier;
import whodunit.tests.run.Whodunit;

/** kill -9 in the middle of a run: what was finished is reported. */
class DeathTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"web", "db"})
    void whatWasFinishedIsReported(String victim) throws Exception {
        Path recording = directory.resolve("rec");
        try (MariaDb db = MariaDb.start(directory, Whodunit.record(recording, "db"));
                WebTier web = WebTier.start(directory, Whodunit.record(recording, "web"),
                        Path.of(System.getProperty("java.home")), true, db.url())) {
            web.load(5);
            // both have finished at least one file that was begun after these requests
            Recording.awaitFinished(recording, "web", 2);
            Recording.awaitFinished(recording, "db", 2);
            (victim.equals("web") ? web.server : db.server).kill();
            web.server.terminate();
            db.server.terminate();
        }
        Report report = new Report(Whodunit.report(recording));
        for (String type : WebTier.TYPES) {
            assertThat(report.requests(type)).as("requests of " + type).isEqualTo(10);
            assertThat(report.samples(type, "db")).as("samples of " + type + " on the database").isPositive();
        }
        assertThat(report.process(victim).get("samples").getAsLong()).isPositive();
    }
}
