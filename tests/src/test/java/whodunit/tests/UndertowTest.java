// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
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
        Report report = new Report(Whodunit.report(recording));
        for (String servlet : List.of("Orders", "Report", "Broken"))
            assertThat(report.requests(servlet)).as(servlet).isEqualTo(ROUNDS);
        List<String> stacks = Whodunit.stacks(recording, directory);
        assertThat(stacks).as("the task of an asynchronous request")
                .filteredOn(line -> line.contains("Shop$Report.inTask")).isNotEmpty()
                .allMatch(line -> line.startsWith("Report;"));
        assertThat(stacks).as("the page for an error").filteredOn(line -> line.contains("Shop$Sorry.inErrorPage"))
                .isNotEmpty().allMatch(line -> line.startsWith("Broken;"));
    }
}
