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

/** What a filter answers goes by its path, with nothing but the agent; files do by the container's servlet. */
class FilterAnswersTest {
    private static final int ROUNDS = 20;
    private static final String ITEM = "GET /items/:id", REPORT = "GET /report";

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"tomcat", "jetty", "undertow"})
    void requestsGoByTheirPathsAndFilesDoNot(String server) throws Exception {
        Path recording = directory.resolve("rec");
        try (JavaApp app = JavaApp.start(directory, Whodunit.record(recording, "web"), 17, "whodunit.apps.filters.Shop",
                List.of("filters"), "-Dserver=" + server, "-Dbase=" + directory.resolve("base"))) {
            app.load(ROUNDS, "GET", "/items/#");
            app.load(ROUNDS, "GET", "/report");
            app.load(ROUNDS, "GET", "/logo.txt");
            assertThat(app.status("GET", "/items/none")).as("it is foretold, and no filter's").isEqualTo(404);
            assertThat(app.server.log()).doesNotContain("whodunit:");
            app.server.terminate();
        }
        Report report = new Report(Whodunit.report(recording));
        Attribution.areCounted(report, ROUNDS, List.of(ITEM, REPORT));
        assertThat(report.requests("static")).as("and those for what is not there").isGreaterThan(ROUNDS);
        assertThat(report.types()).noneMatch(type -> type.contains("logo"));
        // the first ones, of which it was not known that no servlet would get them
        List<String> stacks = Whodunit.stacks(recording, directory).stream().filter(l -> !l.startsWith("static;"))
                .toList();
        Attribution.areBelow(stacks, Map.of("Shop$Front.inItem", ITEM, "Shop$Front.inReport", REPORT));
    }
}
