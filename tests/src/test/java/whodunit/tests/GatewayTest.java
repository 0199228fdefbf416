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

/** Spring Cloud Gateway in front of a service: its routes by their paths, or else their ids. */
class GatewayTest {
    private static final int ROUNDS = 20;

    @TempDir
    Path directory;

    @Test
    void requestsGoByTheGatewaysRoutes() throws Exception {
        Path recording = directory.resolve("rec");
        try (JavaApp shop = JavaApp.start(directory, Whodunit.record(recording, "shop"), 17,
                "whodunit.apps.netty.Shop", List.of("netty"));
                JavaApp gateway = JavaApp.start(directory, Whodunit.record(recording, "gateway"), 17,
                        "whodunit.apps.gateway.Gateway", List.of("gateway"), "-Dnext=" + shop.url())) {
            gateway.load(ROUNDS, "GET", "/owners/#");
            for (int i = 0; i < ROUNDS; i++) {
                assertThat(gateway.status("GET", "/any/" + i, "X-Shop", "1")).isEqualTo(200);
                assertThat(gateway.status("DELETE", "/owners/" + i)).isEqualTo(200);
            }
            assertThat(gateway.server.log()).doesNotContain("whodunit:");
            gateway.server.terminate();
            shop.server.terminate();
        }
        Report report = new Report(Whodunit.report(recording));
        Attribution.areCounted(report, ROUNDS, List.of("GET /owners/{id}", "GET by-header", "DELETE deleted"));
        assertThat(report.types()).as("of the service behind it").noneMatch(t -> t.contains("/owners/:id"));
        Attribution.areBelow(Whodunit.stacks(recording, directory), Map.of(
                "Gateway.inOwners", "GET /owners/{id}", "Gateway.afterAnswer", "GET /owners/{id}",
                "Gateway.inHeader", "GET by-header"));
    }
}
