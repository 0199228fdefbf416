// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.tests.run.JavaApp;
import whodunit.tests.run.Whodunit;

/** Quarkus REST with nothing but the agent: requests by their resources' templates, on whatever thread. */
class QuarkusTest {
    private static final int ROUNDS = 20;
    private static final String ITEM = "GET /api/shop/items/{item}", REPORT = "GET /api/shop/report";

    @TempDir
    Path directory;

    @Test
    void requestsGoByTheirTemplates() throws Exception {
        Path recording = directory.resolve("rec");
        String jar = Whodunit.HOME.resolve("java-apps/quarkus/target/quarkus-app/quarkus-run.jar").toString();
        try (JavaApp app = JavaApp.start(directory, Whodunit.record(recording, "web"), 17,
                "io.quarkus.bootstrap.runner.QuarkusEntryPoint", List.of(jar))) {
            app.load(ROUNDS, "GET", "/api/shop/items/#");
            app.load(ROUNDS, "GET", "/api/shop/report?of=#");
            assertThat(app.server.log()).doesNotContain("whodunit:");
            app.server.terminate();
        }
        Attribution.areCounted(new Report(Whodunit.report(recording)), ROUNDS, List.of(ITEM, REPORT));
        Attribution.areBelow(Whodunit.stacks(recording, directory), Map.of("Shop.inHandler", ITEM, "Shop.inPool",
                REPORT));
    }
}
