// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import whodunit.tests.run.JavaApp;
import whodunit.tests.run.Whodunit;

/** Libraries behind class loaders that ask the bootstrap loader for hardly anything: WildFly's, and OSGi's. */
class ClosedClassLoadersTest {
    private static final int ROUNDS = 20;

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"jboss", "felix", "eclipse"})
    void requestsAreNamedThereAsWell(String system) throws Exception {
        Path recording = directory.resolve("rec");
        try (JavaApp app = JavaApp.start(directory, Whodunit.record(recording, "web"), 17,
                "whodunit.apps.modules.Modules", List.of("modules"), "-Dsystem=" + system,
                "-Dapplication=" + Whodunit.HOME.resolve("java-apps/netty/target"), "-Dmain=whodunit.apps.netty.Shop",
                "-Dscratch=" + directory)) {
            app.load(ROUNDS, "GET", "/items/#");
            app.load(ROUNDS, "GET", "/report?of=#");
            assertThat(app.server.log()).doesNotContain("whodunit:");
            app.server.terminate();
        }
        Report report = new Report(Whodunit.report(recording));
        for (String route : List.of("GET /items/:id", "GET /report"))
            assertThat(report.requests(route)).as(route).isEqualTo(ROUNDS);
        assertThat(Whodunit.stacks(recording, directory)).filteredOn(line -> line.contains("Shop.inPool"))
                .isNotEmpty().allMatch(line -> line.startsWith("GET /report;"));
    }
}
