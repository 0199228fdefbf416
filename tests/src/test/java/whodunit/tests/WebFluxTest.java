// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.tests.run.JavaApp;
import whodunit.tests.run.MariaDb;
import whodunit.tests.run.Whodunit;

/** A gateway on WebFlux in front of a service that asks a database: routes, event loops and WebClient. */
class WebFluxTest {
    private static final int ROUNDS = 30;
    private static final String TRACED = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    /** Route to how many calls one request makes. */
    private static final Map<String, Integer> CALLS = Map.of("one", 1, "two", 2, "three", 3);

    @TempDir
    Path directory;

    /**
     * One request of each route, all at the same time. Round by round: the routes' shares are of the same seconds,
     * however much another program slows down some of them.
     */
    private static void round(ExecutorService clients, JavaApp gateway, int number) throws Exception {
        List<Callable<Integer>> requests = CALLS.keySet().stream()
                .<Callable<Integer>>map(route -> () -> gateway.status("GET", "/" + route + "/" + number,
                        "traceparent", TRACED))
                .toList();
        for (Future<Integer> status : clients.invokeAll(requests))
            assertThat(status.get()).as(gateway.server.log()).isEqualTo(200);
    }

    @Test
    void aGatewaysRouteFollowsItsCallsHoweverTheyAreMixed() throws Exception {
        Path recording = directory.resolve("rec");
        try (MariaDb db = MariaDb.start(directory, Whodunit.record(recording, "db"));
                JavaApp shop = JavaApp.start(directory, Whodunit.record(recording, "shop"), 17,
                        "whodunit.apps.spring.Shop", List.of("spring"), "-Ddb=" + db.url());
                JavaApp gateway = JavaApp.start(directory, Whodunit.record(recording, "gateway"), 17,
                        "whodunit.apps.webflux.Gateway", List.of("webflux"), "-Dnext=" + shop.url())) {
            ExecutorService clients = Executors.newFixedThreadPool(3);
            try {
                for (int i = 1; i <= ROUNDS; i++)
                    round(clients, gateway, i);
            } finally {
                clients.shutdownNow();
            }
            assertThat(gateway.server.log()).doesNotContain("whodunit:");
            gateway.server.terminate();
            shop.server.terminate();
            db.server.terminate();
        }
        Report report = new Report(Whodunit.report(recording));
        long all = CALLS.keySet().stream().mapToLong(r -> report.samples("GET /" + r + "/{id}", "db")).sum();
        CALLS.forEach((name, calls) -> {
            String route = "GET /" + name + "/{id}";
            assertThat(report.requests(route)).as("requests of " + route).isEqualTo(ROUNDS);
            assertThat(report.traceparents()).containsEntry(route, TRACED);
            assertThat((double) report.samples(route, "db") / all).as(route).isBetween(0.75 * calls / 6,
                    1.25 * calls / 6);
        });
        assertThat((double) all / report.connectionSamples("db")).isGreaterThan(0.97);
        assertThat(report.types()).noneMatch(t -> t.contains("/owners/"));
        assertThat(report.types()).as("Netty's codec beneath names none").noneMatch(t -> t.contains(":id"));
    }

    @Test
    void behindOneServletOfAContainerItsRoutesAreRowsToo() throws Exception {
        Path recording = directory.resolve("rec");
        Map<String, String> functions = Map.of("Shop.inHandler", "GET /items/{item}", "Shop.inPool",
                "GET /report/{year}", "Shop.inFunction", "GET /functions/{name}");
        try (JavaApp app = JavaApp.start(directory, Whodunit.record(recording, "web"), 17,
                "whodunit.apps.webfluxtomcat.Shop", List.of("webflux-tomcat"))) {
            for (String path : List.of("/items/#", "/report/#", "/functions/#"))
                app.load(ROUNDS, "GET", path);
            assertThat(app.server.log()).doesNotContain("whodunit:");
            app.server.terminate();
        }
        Attribution.areCounted(new Report(Whodunit.report(recording)), ROUNDS, List.copyOf(functions.values()));
        Attribution.areBelow(Whodunit.stacks(recording, directory), functions);
    }
}
