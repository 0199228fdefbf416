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

/** Undertow with nothing but the agent: servlets by their names, each request counted once. */
class UndertowTest {
    private static final int ROUNDS = 20;

    @TempDir
    Path directory;

    @Test
    void servletsGoByTheirNames() throws Exception {
        Path recording = directory.resolve("rec");
        try (JavaApp app = JavaApp.start(directory, Whodunit.record(recording, "web"), 17,
                "whodunit.apps.undertow.Shop",
                List.of("undertow"))) {
            app.load(ROUNDS, "GET", "/orders/#");
            app.load(ROUNDS, "GET", "/report");
            for (int i = 0; i < ROUNDS; i++)
                assertThat(app.status("GET", "/broken")).isEqualTo(500);
            assertThat(app.server.log()).doesNotContain("whodunit:");
            app.server.terminate();
        }
        Attribution.areCounted(new Report(Whodunit.report(recording)), ROUNDS, List.of("Orders", "Report", "Broken"));
        Attribution.areBelow(Whodunit.stacks(recording, directory), Map.of(
                "Shop$Report.inTask", "Report", // the task of an asynchronous request
                "Shop$Sorry.inErrorPage", "Broken")); // the page for an error
    }
}
