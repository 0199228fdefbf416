// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import whodunit.tests.run.JavaApp;
import whodunit.tests.run.Whodunit;

/** The JDK's own server with nothing but the agent: requests by their paths, behind filters, each counted once. */
class JdkServerTest {
    private static final int ROUNDS = 20;

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(ints = {17, 25})
    void requestsGoByTheirPaths(int jdk) throws Exception {
        Path recording = directory.resolve("rec");
        try (JavaApp app = JavaApp.start(directory, Whodunit.record(recording, "web"), jdk, "whodunit.apps.jdk.Shop",
                List.of("jdk"))) {
            app.load(ROUNDS, "GET", "/items/#");
            app.load(ROUNDS, "GET", "/report?of=#");
            assertThat(app.server.log()).doesNotContain("whodunit:");
            app.server.terminate();
        }
        Report report = new Report(Whodunit.report(recording));
        for (String route : List.of("GET /items/:id", "GET /report"))
            assertThat(report.requests(route)).as(route).isEqualTo(ROUNDS);
        List<String> stacks = Whodunit.stacks(recording, directory);
        Map.of("Session.inFilter", "GET /items/:id;", "Shop.inHandler", "GET /items/:id;", "Shop.inPool",
                "GET /report;").forEach((method, type) -> assertThat(stacks)
                        .filteredOn(line -> line.contains(method)).as(method).isNotEmpty()
                        .allMatch(line -> line.startsWith(type)));
    }
}
