// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import whodunit.tests.run.JavaApp;
import whodunit.tests.run.Whodunit;

/** Requests of two types wait together for a client's few connections: each is its sender's, and what it calls back. */
class AsynchronousClientsTest {
    private static final int ROUNDS = 6;
    private static final String FRUIT = "GET /ask/fruit", BREAD = "GET /ask/bread";

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"okhttp", "apache4", "apache5", "apache5 consumer", "apache5 minimal", "jetty", "ahc"})
    void eachRequestIsItsSenders(String client) throws Exception {
        Path recording = directory.resolve("rec");
        try (JavaApp back = shop(recording, "back");
                JavaApp front = shop(recording, "front", "-Dclient=" + client, "-Dnext=" + back.url())) {
            CompletableFuture<Void> bread = CompletableFuture.runAsync(() -> load(front, "/ask/bread"));
            load(front, "/ask/fruit");
            bread.join();
            assertThat(front.server.log()).doesNotContain("whodunit:");
            front.server.terminate();
            back.server.terminate();
        }
        Attribution.areCounted(new Report(Whodunit.report(recording)), ROUNDS, List.of(FRUIT, BREAD));
        Attribution.areBelow(Whodunit.stacks(recording, directory), Map.of("Shop.onFruit", FRUIT, "Shop.onBread",
                BREAD, "Shop.fruitCame", FRUIT, "Shop.breadCame", BREAD));
    }

    private static void load(JavaApp front, String path) {
        try {
            front.load(ROUNDS, "GET", path);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private JavaApp shop(Path recording, String tier, String... options) throws Exception {
        return JavaApp.start(directory, Whodunit.record(recording, tier), 17, "whodunit.apps.clients.Shop",
                List.of("clients"), options);
    }
}
