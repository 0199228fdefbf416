// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import whodunit.tests.run.JavaApp;
import whodunit.tests.run.Whodunit;

/** Jetty with nothing but the agent: servlets by their names, other requests by paths, each counted once. */
class JettyTest {
    private static final int ROUNDS = 20;

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"jetty9", "jetty10"})
    void servletsGoByTheirNames(String version) throws Exception {
        Path recording = directory.resolve("rec");
        try (JavaApp app = JavaApp.start(directory, Whodunit.record(recording, "web"), 17, "whodunit.apps.jetty.Shop",
                version.equals("jetty9") ? List.of("jetty9") : List.of("jetty9", version))) {
            app.load(ROUNDS, "GET", "/orders/#");
            app.load(ROUNDS, "GET", "/report");
            app.load(ROUNDS, "GET", "/unnamed/#");
            app.load(ROUNDS, "GET", "/pets/#/toys");
            assertThat(app.server.log()).doesNotContain("whodunit:");
            app.server.terminate();
        }
        Report report = new Report(Whodunit.report(recording));
        assertThat(report.requests("Orders")).isEqualTo(ROUNDS);
        assertThat(report.requests("Report")).isEqualTo(ROUNDS);
        assertThat(report.requests("Shop$Orders")).as("without the number that Jetty adds").isEqualTo(ROUNDS);
        assertThat(report.types()).as("no handler's").doesNotContain("GET /orders/:id", "GET /report");
        assertThat(report.requests("GET /pets/:id/toys")).as("of a servlet for all paths").isEqualTo(ROUNDS);
        assertThat(Whodunit.stacks(recording, directory)).as("the task of an asynchronous request")
                .filteredOn(line -> line.contains("Shop$Report.burn")).isNotEmpty()
                .allMatch(line -> line.startsWith("Report;"));
    }

    @Test
    void aTaskOfJetty12IsItsRequests() throws Exception {
        Path recording = directory.resolve("rec");
        try (JavaApp app = JavaApp.start(directory, Whodunit.record(recording, "web"), 17, "whodunit.apps.jaxrs.Shop",
                List.of("jaxrs"))) {
            app.load(ROUNDS, "GET", "/plain");
            app.server.terminate();
        }
        Attribution.areCounted(new Report(Whodunit.report(recording)), ROUNDS, List.of("Plain"));
        Attribution.areBelow(Whodunit.stacks(recording, directory), Map.of("Shop$Plain.inTask", "Plain"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"jetty9", "jetty10", "jaxrs"})
    void whatHandlersWithoutServletsAnswerGoesByItsPath(String version) throws Exception {
        Path recording = directory.resolve("rec");
        try (JavaApp app = handlers(recording, "web", version)) {
            for (String path : List.of("/items/#", "/report", "/handed"))
                app.load(ROUNDS, "GET", path);
            assertThat(app.server.log()).doesNotContain("whodunit:");
            app.server.terminate();
        }
        Attribution.areCounted(new Report(Whodunit.report(recording)), ROUNDS,
                List.of("GET /items/:id", "GET /report", "GET /handed"));
        Attribution.areBelow(Whodunit.stacks(recording, directory), Map.of("Handlers.inHandler", "GET /items/:id",
                "Handlers.inReport", "GET /report", "Handlers.inTask", "GET /handed"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"jetty9", "jaxrs"})
    void whatTheyAreAskedForIsTheirCallers(String version) throws Exception {
        Path recording = directory.resolve("rec");
        try (JavaApp back = handlers(recording, "back", version);
                JavaApp front = handlers(recording, "front", version,
                        "-Dnext=" + URI.create(back.url()).getPort())) {
            Attribution.isTheFrontEnds(recording, front, back, ROUNDS, "GET /items/:id");
        }
    }

    private JavaApp handlers(Path recording, String tier, String version, String... options) throws Exception {
        boolean is12 = version.equals("jaxrs");
        return JavaApp.start(directory, Whodunit.record(recording, tier), 17,
                is12 ? "whodunit.apps.jaxrs.Handlers" : "whodunit.apps.jetty.Handlers",
                is12 || version.equals("jetty9") ? List.of(version) : List.of("jetty9", version), options);
    }
}
