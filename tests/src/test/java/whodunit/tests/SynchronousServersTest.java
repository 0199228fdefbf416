// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import whodunit.tests.run.JavaApp;
import whodunit.tests.run.Whodunit;

/**
 * The JDK's own server, Helidon and Armeria with nothing but the agent: requests by their paths, behind filters and on
 * other threads, each counted once.
 */
class SynchronousServersTest {
    private static final int ROUNDS = 20;
    private static final String ITEM = "GET /items/:id", REPORT = "GET /report";

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"jdk, 17", "jdk, 25", "helidon, 25", "armeria, 17"})
    void requestsGoByTheirPaths(String server, int jdk) throws Exception {
        String source = Whodunit.HOME.resolve("java-apps/" + server + "/Shop.java").toString();
        Path recording = directory.resolve("rec");
        try (JavaApp app = JavaApp.start(directory, Whodunit.record(recording, "web"), jdk,
                server.equals("helidon") ? source : "whodunit.apps." + server + ".Shop", List.of(server))) {
            app.load(ROUNDS, "GET", "/items/#");
            app.load(ROUNDS, "GET", "/report?of=#");
            assertThat(app.server.log()).doesNotContain("whodunit:");
            app.server.terminate();
        }
        Report report = new Report(Whodunit.report(recording));
        for (String route : List.of(ITEM, REPORT))
            assertThat(report.requests(route)).as(route).isEqualTo(ROUNDS);
        List<String> stacks = Whodunit.stacks(recording, directory);
        allUnder(ITEM, "Shop.inHandler", stacks);
        allUnder(REPORT, "Shop.inPool", stacks);
        if (server.equals("jdk"))
            allUnder(ITEM, "Session.inFilter", stacks);
    }

    private static void allUnder(String type, String method, List<String> stacks) {
        assertThat(stacks).filteredOn(line -> line.contains(method)).as(method).isNotEmpty()
                .allMatch(line -> line.startsWith(type + ";"));
    }
}
