// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import whodunit.tests.run.JavaApp;
import whodunit.tests.run.MariaDb;
import whodunit.tests.run.Whodunit;

/** Spring MVC with nothing but the agent: one row for each route, with all that its requests do. */
class SpringTest {
    private static final int ROUNDS = 12;
    /** Route to what one request burns in the database: a later one asks for its model attribute again. */
    private static final Map<String, Integer> WORK = Map.of("GET /owners/{ownerId}", 2, "GET /owners/new", 4,
            "POST /owners/{ownerId}/pets", 8, "GET /owners/{ownerId}/later", 5);

    @TempDir
    Path directory;

    @ParameterizedTest(name = "the agent names requests: {0}")
    @CsvSource({"off, dispatcherServlet", "on, GET /ping/{id}"})
    void theFilterRegistersItselfAndCountsNothingTwice(String agent, String type) throws Exception {
        Path recording = directory.resolve("rec");
        String filter = Whodunit.LIB.resolve("whodunit-servlet-jakarta.jar").toString();
        try (JavaApp app = JavaApp.start(directory, Whodunit.record(recording, "web", "--requests", agent), 17,
                "whodunit.apps.spring.Shop", List.of(filter, "spring"))) {
            app.load(ROUNDS, "GET", "/ping/#");
            app.server.terminate();
        }
        Report report = new Report(Whodunit.report(recording));
        // and one for each time that it was asked whether it runs
        assertThat(report.requests(type)).isBetween((long) ROUNDS, type.startsWith("GET") ? ROUNDS : 2L * ROUNDS - 1);
    }

    static Stream<Arguments> versions() {
        return Stream.of(Arguments.of(17, List.of("spring", "spring-boot2")), Arguments.of(17, List.of("spring")),
                Arguments.of(25, List.of("spring", "spring-boot4")));
    }

    @ParameterizedTest(name = "JDK {0}, {1}")
    @MethodSource("versions")
    void eachRouteIsARowAndCountedOnce(int jdk, List<String> modules) throws Exception {
        Path recording = directory.resolve("rec");
        try (MariaDb db = MariaDb.start(directory, Whodunit.recordFinely(recording, "db"));
                JavaApp app = JavaApp.start(directory, Whodunit.record(recording, "web"), jdk,
                        "whodunit.apps.spring.Shop", modules, "-Ddb=" + db.url())) {
            for (int i = 1; i <= ROUNDS; i++) { // in turns: a machine that becomes slower does so for all of them
                app.load(1, "GET", "/owners/" + i);
                app.load(1, "GET", "/owners/new");
                app.load(1, "POST", "/owners/" + i + "/pets");
                app.load(1, "GET", "/owners/" + i + "/later");
                assertThat(app.status("GET", "/owners/" + i + "/broken")).isEqualTo(500);
            }
            assertThat(app.server.log()).doesNotContain("whodunit:");
            app.server.terminate();
            db.server.terminate();
        }
        Report report = new Report(Whodunit.report(recording));
        assertThat(report.requests("GET /owners/{ownerId}/broken")).isEqualTo(ROUNDS);
        assertThat(report.types()).noneMatch(t -> t.contains("error"));
        long attributed = WORK.keySet().stream().mapToLong(t -> report.samples(t, "db")).sum();
        WORK.forEach((route, work) -> {
            assertThat(report.requests(route)).as("requests of " + route).isEqualTo(ROUNDS);
            System.out.printf("%s: true %.1f%%, reported %.1f%%%n", route, 100.0 * work / 19,
                    100.0 * report.samples(route, "db") / attributed);
            assertThat((double) report.samples(route, "db") / attributed).as(route).isBetween(0.8 * work / 19,
                    1.2 * work / 19);
        });
        long broken = report.samples("GET /owners/{ownerId}/broken", "db");
        assertThat((double) (attributed + broken) / report.connectionSamples("db")).isGreaterThan(0.97);
    }
}
