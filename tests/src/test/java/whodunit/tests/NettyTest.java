// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import whodunit.tests.run.JavaApp;
import whodunit.tests.run.Whodunit;

/** Handlers behind Netty's HTTP codec with nothing but the agent: requests by their paths, on all threads. */
class NettyTest {
    private static final int ROUNDS = 20;

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"netty, false", "netty, true", "vertx5, false"})
    void requestsGoByTheirPaths(String libraries, boolean whole) throws Exception {
        Path recording = directory.resolve("rec");
        try (JavaApp app = JavaApp.start(directory, Whodunit.record(recording, "web"), 17, "whodunit.apps.netty.Shop",
                libraries.equals("netty") ? List.of("netty") : List.of("netty", libraries), "-Dwhole=" + whole)) {
            for (String path : List.of("/items/#", "/report?of=#", "/late"))
                app.load(ROUNDS, "GET", path);
            app.load(ROUNDS, "POST", "/upload");
            assertThat(app.server.log()).doesNotContain("whodunit:");
            app.server.terminate();
        }
        Report report = new Report(Whodunit.report(recording));
        for (String route : List.of("GET /items/:id", "GET /report", "GET /late", "POST /upload"))
            assertThat(report.requests(route)).as(route).isEqualTo(ROUNDS);
        List<String> stacks = Whodunit.stacks(recording, directory);
        Map.of("Shop.inHandler", "GET /items/:id;", "Shop.inBody", "POST /upload;", "Shop.inPool", "GET /report;",
                "Shop.inTask", "GET /report;", "Shop.beforeItIsSent", "GET /late;")
                .forEach((method, type) -> assertThat(stacks).filteredOn(line -> line.contains(method)).as(method)
                        .isNotEmpty().allMatch(line -> line.startsWith(type)));
    }
}
