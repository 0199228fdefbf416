// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.tests.run.JavaApp;
import whodunit.tests.run.Whodunit;

/** JAX-RS in Jetty with nothing but the agent: method and template of the path, each request counted once. */
class JaxRsTest {
    private static final int ROUNDS = 20;

    @TempDir
    Path directory;

    @Test
    void resourcesAreRoutesAndOtherServletsGoByTheirNames() throws Exception {
        Path recording = directory.resolve("rec");
        try (JavaApp app = JavaApp.start(directory, Whodunit.record(recording, "web"), 17, "whodunit.apps.jaxrs.Shop",
                List.of("jaxrs"))) {
            for (String implementation : List.of("jersey", "resteasy")) {
                app.load(ROUNDS, "GET", "/" + implementation + "/orders/#");
                app.load(ROUNDS, "POST", "/" + implementation + "/orders/1/lines/#");
            }
            app.load(ROUNDS, "GET", "/plain");
            assertThat(app.server.log()).doesNotContain("whodunit:");
            app.server.terminate();
        }
        Report report = new Report(Whodunit.report(recording));
        for (String route : List.of("GET /jersey/orders/{id}", "POST /jersey/orders/{id}/lines/{line}",
                "GET /resteasy/orders/{id}", "POST /resteasy/orders/{id}/lines/{line}", "Plain"))
            assertThat(report.requests(route)).as(route).isEqualTo(ROUNDS);
    }
}
