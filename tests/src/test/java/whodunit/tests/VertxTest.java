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
import whodunit.tests.run.Jdk;
import whodunit.tests.run.Whodunit;

/** Vert.x Web with nothing but the agent: requests by their routes, each counted once, on all threads. */
class VertxTest {
    private static final int ROUNDS = 20;
    private static final String REQUEST = "whodunit.agent.boot.web.VertxRequests$Request";
    private static final String ITEM = "GET /api/items/:item";

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"vertx", "vertx5"})
    void requestsGoByTheirRoutes(String version) throws Exception {
        Path recording = directory.resolve("rec");
        try (JavaApp app = JavaApp.start(directory, Whodunit.record(recording, "web"), 17, "whodunit.apps.vertx.Shop",
                version.equals("vertx") ? List.of("vertx") : List.of("vertx", version))) {
            for (String path : List.of("/orders/#", "/report", "/api/items/#", "/files/a/#"))
                app.load(ROUNDS, "GET", path);
            assertThat(app.server.log()).doesNotContain("whodunit:");
            Jdk.live(app.server.pid(), REQUEST);
            app.status("GET", "/not-there");
            assertThat(Jdk.live(app.server.pid(), REQUEST)).as("with the next request").isLessThan(ROUNDS);
            app.server.terminate();
        }
        Report report = new Report(Whodunit.report(recording));
        Attribution.areCounted(report, ROUNDS, List.of("GET /orders/:order", "GET /report", ITEM, "GET /files/**"));
        assertThat(report.types()).as("Netty's codec beneath names none").noneMatch(type -> type.contains(":id"));
        Attribution.areBelow(Whodunit.stacks(recording, directory), Map.of("Shop.inBlocking", "GET /report",
                "Shop.inAnswer", "GET /report", "Shop.inHandler", ITEM));
    }
}
