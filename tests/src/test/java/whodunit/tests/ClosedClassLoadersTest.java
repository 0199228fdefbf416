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
        Attribution.areCounted(new Report(Whodunit.report(recording)), ROUNDS,
                List.of("GET /items/:id", "GET /report"));
        Attribution.areBelow(Whodunit.stacks(recording, directory), Map.of("Shop.inPool", "GET /report"));
    }
}
