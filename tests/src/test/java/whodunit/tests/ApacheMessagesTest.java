// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import whodunit.harness.Apache;
import whodunit.harness.RecordingDirectory;
import whodunit.tests.run.MariaDb;
import whodunit.tests.run.WebTier;
import whodunit.tests.run.Whodunit;

/** The paper's three tiers: Apache, Tomcat and MariaDB, the first two joined by messages alone. */
class ApacheMessagesTest {
    private static final int ROUNDS = 8;

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"http", "ajp"})
    void whatApacheIsAskedForIsWhatTomcatAndTheDatabaseWorkFor(String protocol) throws Exception {
        Path recording = RecordingDirectory.forAllUsers(directory.resolve("rec"));
        try (MariaDb db = MariaDb.start(directory, record(recording, "db"));
                WebTier web = WebTier.start(directory, record(recording, "web"),
                        Path.of(System.getProperty("java.home")), false, db.url());
                Apache apache = Apache.start(directory, protocol.equals("ajp") ? web.ajpUrl() : web.url(),
                        record(recording, "apache"))) {
            web.load(apache.url(), ROUNDS);
            apache.close();
            web.server.terminate();
            db.server.terminate();
        }
        Report report = new Report(Whodunit.report(recording));
        List<String> stacks = Whodunit.stacks(recording, directory);
        for (String type : WebTier.TYPES) {
            assertThat(report.requests("GET /" + type)).as(type).isEqualTo(2 * ROUNDS);
            // the servlet's own class is the truth
            assertThat(stacks.stream().filter(s -> s.contains("Query$" + type + ".doGet"))).as(type).isNotEmpty()
                    .allMatch(s -> s.startsWith("GET /" + type + ";[apache];"))
                    .anyMatch(s -> s.matches(".*;\\[web];.*Query\\$" + type + "\\.doGet;.*\\[db];.*"));
        }
        assertThat(report.types()).as("Tomcat's requests are no rows of their own").doesNotContainAnyElementsOf(
                WebTier.TYPES);
    }

    private static List<String> record(Path recording, String tier) {
        return Whodunit.record(recording, tier, "--messages", "on");
    }
}
