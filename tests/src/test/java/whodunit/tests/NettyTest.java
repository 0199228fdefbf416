// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import whodunit.tests.run.JavaApp;
import whodunit.tests.run.Whodunit;

/** Handlers behind Netty's HTTP codec with nothing but the agent: requests by their paths, on all threads. */
class NettyTest {
    private static final int ROUNDS = 20;
    private static final String ITEM = "GET /items/:id";

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"netty, false", "netty, true", "vertx5, false"})
    void requestsGoByTheirPaths(String libraries, boolean whole) throws Exception {
        Path recording = directory.resolve("rec");
        try (JavaApp app = shop(recording, "web", libraries, "-Dwhole=" + whole)) {
            for (String path : List.of("/items/#", "/report?of=#", "/late"))
                app.load(ROUNDS, "GET", path);
            app.load(ROUNDS, "POST", "/upload");
            assertThat(app.server.log()).doesNotContain("whodunit:");
            app.server.terminate();
        }
        Attribution.areCounted(new Report(Whodunit.report(recording)), ROUNDS,
                List.of(ITEM, "GET /report", "GET /late", "POST /upload"));
        Attribution.areBelow(Whodunit.stacks(recording, directory), Map.of("Shop.inHandler", ITEM, "Shop.inBody",
                "POST /upload", "Shop.inPool", "GET /report", "Shop.inTask", "GET /report", "Shop.beforeItIsSent",
                "GET /late"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"netty", "vertx5"})
    void whatTheyAskForCarriesTheirContexts(String libraries) throws Exception {
        Path recording = directory.resolve("rec");
        try (JavaApp back = shop(recording, "back", libraries);
                JavaApp front = shop(recording, "front", libraries, "-Dnext=" + URI.create(back.url()).getPort())) {
            front.load(ROUNDS, "GET", "/next/items/#");
            front.load(ROUNDS, "GET", "/anew/items/#");
            back.load(ROUNDS, "GET", "/late");
            front.server.terminate();
            back.server.terminate();
        }
        Report report = new Report(Whodunit.report(recording));
        Attribution.areCounted(report, ROUNDS, List.of("GET /next/items/:id", "GET /anew/items/:id", "GET /late"));
        assertThat(report.types()).doesNotContain(ITEM);
        assertThat(report.samples("GET /anew/items/:id", "back")).isPositive();
        assertThat(Whodunit.stacks(recording, directory)).filteredOn(line -> line.contains("Shop.inHandler"))
                .isNotEmpty().allMatch(line -> line.matches("GET /next/items/:id;.*\\[front].*Next\\.ask;.*\\[back].*"
                        + "|GET /anew/items/:id;.*\\[front].*\\[back].*"));
    }

    @Test
    void aRequestThatIsSentAgainIsWhosesItIsNow() throws Exception {
        Path recording = directory.resolve("rec");
        List<String> askers = List.of("/one", "/other", "/nobody");
        try (JavaApp back = shop(recording, "back", "netty");
                JavaApp front = shop(recording, "front", "netty", "-Dnext=" + URI.create(back.url()).getPort())) {
            for (String asker : askers)
                front.load(ROUNDS, "GET", asker);
            front.server.terminate();
            back.server.terminate();
        }
        Report report = new Report(Whodunit.report(recording));
        Attribution.areCounted(report, ROUNDS, askers.stream().map("GET "::concat).toList());
        Attribution.areCounted(report, ROUNDS, List.of(ITEM));
        List<Long> samples = Stream.of("GET /one", "GET /other", ITEM).map(type -> report.samples(type, "back"))
                .toList();
        long all = samples.stream().mapToLong(Long::longValue).sum();
        assertThat(samples).allSatisfy(of -> assertThat((double) of / all).isBetween(0.6 / 3, 1.5 / 3));
    }

    private JavaApp shop(Path recording, String tier, String libraries, String... options) throws Exception {
        return JavaApp.start(directory, Whodunit.record(recording, tier), 17, "whodunit.apps.netty.Shop",
                libraries.equals("netty") ? List.of("netty") : List.of("netty", libraries), options);
    }
}
