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

/**
 * The JDK's own server, Helidon, Armeria and Ktor's CIO with nothing but the agent: requests by their paths, behind
 * filters and on other threads, each counted once.
 */
class SynchronousServersTest {
    private static final int ROUNDS = 20;
    private static final String ITEM = "GET /items/:id", REPORT = "GET /report";

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"jdk, 17", "jdk, 25", "helidon, 25", "armeria, 17", "ktor, 17"})
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
        Attribution.areCounted(new Report(Whodunit.report(recording)), ROUNDS, List.of(ITEM, REPORT));
        List<String> stacks = Whodunit.stacks(recording, directory);
        Attribution.areBelow(stacks, Map.of("Shop.inHandler", ITEM, "Shop.inPool", REPORT));
        if (server.equals("jdk"))
            Attribution.areBelow(stacks, Map.of("Session.inFilter", ITEM));
    }
}
