// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import whodunit.tests.run.JavaApp;
import whodunit.tests.run.Whodunit;

/** Jetty with nothing but the agent: servlets by their names, each request counted once. */
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
}
