// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import whodunit.tests.run.JavaApp;
import whodunit.tests.run.Whodunit;

/** http4s in Ember and Blaze with nothing but the agent: requests by their paths, on all fibers and threads. */
class Http4sTest {
    private static final int ROUNDS = 20;
    private static final String ITEM = "GET /items/:id";

    @TempDir
    Path directory;

    @ParameterizedTest(name = "in Blaze: {0}")
    @ValueSource(booleans = {false, true})
    void requestsGoByTheirPaths(boolean blaze) throws Exception {
        Path recording = directory.resolve("rec");
        try (JavaApp app = shop(recording, "web", "-Dblaze=" + blaze)) {
            for (String path : List.of("/items/#", "/report?of=#", "/both"))
                app.load(ROUNDS, "GET", path);
            assertThat(app.server.log()).doesNotContain("whodunit:");
            app.server.terminate();
        }
        Attribution.areCounted(new Report(Whodunit.report(recording)), ROUNDS,
                List.of(ITEM, "GET /report", "GET /both"));
        Attribution.areBelow(Whodunit.stacks(recording, directory), Map.of("Shop.inHandler", ITEM, "Shop.inBlocking",
                "GET /report", "Shop.afterBlocking", "GET /report", "Shop.inFirst", "GET /both", "Shop.inSecond",
                "GET /both"));
    }

    @ParameterizedTest(name = "in Blaze: {0}")
    @ValueSource(booleans = {false, true})
    void whatTheyAreAskedForIsTheirCallers(boolean blaze) throws Exception {
        Path recording = directory.resolve("rec");
        try (JavaApp back = shop(recording, "back", "-Dblaze=" + blaze);
                JavaApp front = shop(recording, "front", "-Dblaze=" + blaze,
                        "-Dnext=" + URI.create(back.url()).getPort())) {
            Attribution.isTheFrontEnds(recording, front, back, ROUNDS, ITEM);
        }
    }

    private JavaApp shop(Path recording, String tier, String... options) throws Exception {
        return JavaApp.start(directory, Whodunit.record(recording, tier), 17, "whodunit.apps.http4s.Shop",
                List.of("http4s"), options);
    }
}
