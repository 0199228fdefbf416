// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.google.gson.JsonObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import whodunit.tests.run.MariaDb;
import whodunit.tests.run.WebTier;
import whodunit.tests.run.Whodunit;

/** Real servers, request types whose cost is known, and a report that must agree. */
class TwoTierTest {
    /** So many that the allowed tenth of the smallest share is more than 2.5 of its standard errors if chance alone
     *  decided; where a sample stands for a quarter, 4. */
    private static final int ROUNDS = 60, FINE_ROUNDS = 45;
    /** Connections of one group of the pool wait for each other, and who runs alone is quicker. */
    private static final String GROUPS = "--thread-pool-size=64";
    private static final Map<String, Integer> WORK = Map.of("Small", 1, "Middle", 2, "Big", 4);

    @TempDir
    Path directory;

    static Stream<Arguments> variants() {
        Path jdk = Path.of(System.getProperty("java.home"));
        Path jdk25 = Path.of(System.getenv().getOrDefault("WHODUNIT_JDK25", "/usr/lib/jvm/temurin-25-jdk-amd64"));
        return Stream.of(
                Arguments.of(jdk, "", "--thread-handling=one-thread-per-connection", false),
                Arguments.of(jdk, "&useServerPrepStmts=true", "--thread-handling=pool-of-threads", true),
                Arguments.of(Files.isDirectory(jdk25) ? jdk25 : jdk, "&useServerPrepStmts=true",
                        "--thread-handling=one-thread-per-connection", true));
    }

    @ParameterizedTest
    @MethodSource("variants")
    void sharesAreTrueAndStacksRunFromTheServletIntoTheDatabase(Path jdk, String urlOptions, String threads,
            boolean finely) throws Exception {
        Path recording = directory.resolve("rec");
        int rounds = finely ? FINE_ROUNDS : ROUNDS;
        List<String> recorded = finely ? Whodunit.recordFinely(recording, "db") : Whodunit.record(recording, "db");
        try (MariaDb db = MariaDb.start(directory, recorded, threads, GROUPS);
                WebTier web = WebTier.start(directory, Whodunit.record(recording, "web"), jdk, true,
                        db.url() + urlOptions)) {
            web.load(rounds);
            web.server.terminate();
            assertThat(db.server.terminate()).as("mariadbd's exit status after SIGTERM").isZero();
        }
        Report report = new Report(Whodunit.report(recording));
        long attributed = WORK.keySet().stream().mapToLong(t -> report.samples(t, "db")).sum();
        System.out.printf("two tiers, %s: %d of %d samples on connections attributed, otherwise %s%n",
                jdk.getFileName(),
                attributed, report.connectionSamples("db"), report.unattributed("db"));
        WORK.forEach((type, work) -> {
            System.out.printf("  %-8s true %.1f%%, reported %.1f%%%n", type, 100.0 * work / 7,
                    100.0 * report.samples(type, "db") / attributed);
            assertThat(report.requests(type)).as("requests of " + type).isEqualTo(2L * rounds);
            assertThat(100.0 * report.samples(type, "db") / attributed).as("share of " + type)
                    .isCloseTo(100.0 * work / 7, withinPercentage(10));
        });
        assertThat((double) attributed / report.connectionSamples("db"))
                .as("attributed share: " + report.unattributed("db"))
                .isGreaterThan(0.97);
        assertThat(report.process("db").get("lost").getAsLong()).as("samples whose labels were lost").isZero();

        List<String> stacks = Whodunit.stacks(recording, directory);
        for (String type : WORK.keySet())
            assertThat(stacks).as("end-to-end stacks of " + type).anyMatch(line -> line.startsWith(type + ";")
                    && inOrder(line, "[web]", "whodunit.tests.app.Query$" + type + ".doGet",
                            "whodunit.tests.app.Query.run", "[db]", "mysql_execute_command"));
    }

    @Test
    void aTierThatWasNotGivenIsAnUnknownUpstreamAndFilesMayComeTwice() throws Exception {
        Path webRecording = directory.resolve("web-rec"), dbRecording = directory.resolve("db-rec");
        try (MariaDb db = MariaDb.start(directory, Whodunit.record(dbRecording, "db"));
                WebTier web = WebTier.start(directory, Whodunit.record(webRecording, "web"),
                        Path.of(System.getProperty("java.home")), true, db.url())) {
            web.load(10);
            web.server.terminate();
            db.server.terminate();
        }
        JsonObject both = Whodunit.report(webRecording, dbRecording);
        assertThat(Whodunit.report(dbRecording, webRecording, dbRecording)).isEqualTo(both);
        Report alone = new Report(Whodunit.report(dbRecording));
        String uid = new Report(both).process("web").get("uid").getAsString();
        assertThat(alone.unattributed("db")).containsKey("unknown upstream process " + uid);
        long attributed = WORK.keySet().stream().mapToLong(t -> new Report(both).samples(t, "db")).sum();
        assertThat(alone.unattributed("db").get("unknown upstream process " + uid)).isEqualTo(attributed);
    }

    private static boolean inOrder(String line, String... parts) {
        int at = 0;
        for (String part : parts) {
            at = line.indexOf(part, at);
            if (at < 0)
                return false;
        }
        return true;
    }
}
