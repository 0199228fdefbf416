// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.tests.run.JavaApp;
import whodunit.tests.run.MariaDb;
import whodunit.tests.run.Whodunit;

/** A service that calls a service that asks a database, with nothing but the agent. */
class ServicesTest {
    /** Of each client, where samples are counted, and where only requests are. */
    private static final int ROUNDS = 20, FEW = 2;
    private static final List<String> CLIENTS = List.of("url", "jdk", "jdk-async", "apache4", "apache5", "okhttp");

    @TempDir
    Path directory;

    @Test
    void theFrontEndsRouteFollowsEachClientIntoTheDatabase() throws Exception {
        Path recording = directory.resolve("rec");
        load(recording, ROUNDS);
        Report report = new Report(Whodunit.report(recording));
        List<String> stacks = Whodunit.stacks(recording, directory);
        long all = CLIENTS.stream().mapToLong(c -> report.samples("GET /" + c + "/{id}", "db")).sum();
        CLIENTS.forEach(c -> System.out.printf("%s: %d of %d samples of the database%n", c,
                report.samples("GET /" + c + "/{id}", "db"), all));
        for (String client : CLIENTS) {
            String route = "GET /" + client + "/{id}";
            assertThat(report.requests(route)).as("requests of " + route).isEqualTo(ROUNDS);
            assertThat((double) report.samples(route, "db") / all).as(route).isBetween(0.6 / CLIENTS.size(),
                    1.5 / CLIENTS.size());
            assertThat(stacks).as("stack of " + route).anyMatch(line -> line.startsWith(route + ";")
                    && line.matches(".*\\[front].*FrontController\\.\\w+;.*\\[back].*OwnerController\\.show;.*"
                            + "Database\\.burn;.*\\[db].*"));
        }
        // the back end's own routes are rows of nobody
        assertThat(report.types()).noneMatch(t -> t.contains("/owners/"));
        assertThat((double) all / report.connectionSamples("db")).isGreaterThan(0.97);
    }

    @Test
    void baggageFromOutsideMayBeIgnored() throws Exception {
        Path recording = directory.resolve("rec");
        load(recording, FEW, "--baggage", "ignore");
        Report report = new Report(Whodunit.report(recording));
        assertThat(report.requests("GET /owners/{ownerId}")).isEqualTo((long) CLIENTS.size() * FEW);
    }

    /** @param options of the back end's recording */
    private void load(Path recording, int rounds, String... options) throws Exception {
        List<String> shop = List.of("spring");
        String main = "whodunit.apps.spring.Shop";
        try (MariaDb db = MariaDb.start(directory, Whodunit.record(recording, "db"));
                JavaApp back = JavaApp.start(directory, Whodunit.record(recording, "back", options), 17, main, shop,
                        "-Ddb=" + db.url());
                JavaApp front = JavaApp.start(directory, Whodunit.record(recording, "front"), 17, main, shop,
                        "-Dnext=" + back.url())) {
            for (String client : CLIENTS)
                front.load(rounds, "GET", "/" + client + "/#");
            assertThat(Stream.of(front, back)).allSatisfy(
                    app -> assertThat(app.server.log()).doesNotContain("whodunit:"));
            front.server.terminate();
            back.server.terminate();
            db.server.terminate();
        }
    }
}
