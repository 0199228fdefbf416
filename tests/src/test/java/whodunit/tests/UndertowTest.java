// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import whodunit.tests.run.JavaApp;
import whodunit.tests.run.Whodunit;

/** Undertow with nothing but the agent: servlets by their names, handlers by paths, each request counted once. */
class UndertowTest {
    private static final int ROUNDS = 20;
    private static final String ITEM = "GET /items/:id";

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

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void handlersGoByTheirPaths(boolean besideServlets) throws Exception {
        Path recording = directory.resolve("rec");
        try (JavaApp app = handlers(recording, "web", "-Dservlets=" + besideServlets)) {
            for (String path : List.of("/items/#", "/report", "/late"))
                app.load(ROUNDS, "GET", path);
            app.load(ROUNDS, "POST", "/upload");
            if (besideServlets)
                app.load(ROUNDS, "GET", "/shop/orders/#");
            assertThat(app.server.log()).doesNotContain("whodunit:");
            app.server.terminate();
        }
        Report report = new Report(Whodunit.report(recording));
        Attribution.areCounted(report, ROUNDS, List.of(ITEM, "GET /report", "GET /late", "POST /upload"));
        List<String> stacks = Whodunit.stacks(recording, directory);
        if (besideServlets) {
            Attribution.areCounted(report, ROUNDS, List.of("Orders"));
            assertThat(report.types()).doesNotContain("GET /shop/orders/:id");
            // the first one, of which it is not known that no servlet will take it, has no name meanwhile
            stacks = stacks.stream().filter(line -> !line.startsWith("whodunit.apps.")).toList();
        }
        Attribution.areBelow(stacks, Map.of("Handlers.inHandler", ITEM, "Handlers.inWorker", "GET /report",
                "Handlers.inPool", "GET /late", "Handlers.afterPool", "GET /late", "Handlers.inBody", "POST /upload"));
    }

    @Test
    void whatHandlersAreAskedForIsTheirCallers() throws Exception {
        Path recording = directory.resolve("rec");
        try (JavaApp back = handlers(recording, "back");
                JavaApp front = handlers(recording, "front", "-Dnext=" + URI.create(back.url()).getPort())) {
            Attribution.isTheFrontEnds(recording, front, back, ROUNDS, ITEM);
        }
    }

    private JavaApp handlers(Path recording, String tier, String... options) throws Exception {
        return JavaApp.start(directory, Whodunit.record(recording, tier), 17, "whodunit.apps.undertow.Handlers",
                List.of("undertow"), options);
    }
}
