// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import whodunit.harness.PostgresInstance;
import whodunit.tests.run.Finished;
import whodunit.tests.run.JavaApp;
import whodunit.tests.run.Jdk;
import whodunit.tests.run.PostgreSql;
import whodunit.tests.run.RefusingPooler;
import whodunit.tests.run.Whodunit;

/** Statements through r2dbc-postgresql: whose they are, and that its users see no difference. */
class ReactivePostgresTest {
    private static final int ROUNDS = 8;
    /** Route to the C function of the server's that only its statements call. */
    private static final Map<String, String> FUNCTIONS = Map.of("plain", "md5_text", "chained", "numeric_power",
            "batch",
            "numeric_log", "cursor", "numeric_ln");

    @TempDir
    Path directory;

    /** Of each route one request at a time, so that they wait for each other's two connections. */
    private static void round(ExecutorService clients, JavaApp app, int number) throws Exception {
        List<Callable<Integer>> requests = Stream.concat(FUNCTIONS.keySet().stream(), Stream.of("first", "second"))
                .<Callable<Integer>>map(route -> () -> app.status("GET", "/" + route + "/" + number)).toList();
        for (Future<Integer> status : clients.invokeAll(requests))
            assertThat(status.get()).as(app.server.log()).isEqualTo(200);
    }

    @ParameterizedTest(name = "options {0}")
    @ValueSource(strings = {"", "?preparedStatementCacheQueries=0"})
    void noSampleIsUnderAnotherRoute(String options) throws Exception {
        Path recording = directory.resolve("rec");
        try (PostgreSql db = PostgreSql.start(directory,
                Whodunit.recordFinely(recording, "db"), "jit=off")) {
            db.execute("CREATE FUNCTION series(n INT) RETURNS SETOF INT LANGUAGE sql AS "
                    + "'SELECT i FROM generate_series(1, n) i'");
            try (JavaApp app = JavaApp.start(directory, Whodunit.record(recording, "app"), 17,
                    "whodunit.apps.r2dbc.Reports", List.of("r2dbc"), "-Ddb=" + url(db.port) + options)) {
                ExecutorService clients = Executors.newFixedThreadPool(6);
                try {
                    for (int i = 1; i <= ROUNDS; i++)
                        round(clients, app, i);
                } finally {
                    clients.shutdownNow();
                }
                assertThat(app.server.log()).doesNotContain("whodunit:");
                app.server.terminate();
            }
            db.stop();
        }
        Map<String, Map<String, Long>> byFunction = ServerFunctions.samples(Whodunit.stacks(recording, directory),
                FUNCTIONS.values());
        System.out.println("samples by the server's function, and route: " + byFunction);
        FUNCTIONS.forEach((route, function) -> {
            assertThat(byFunction).as(route).containsKey(function);
            assertThat(byFunction.get(function)).as(function).containsOnlyKeys("GET /" + route + "/{id}");
        });
        Map<String, Long> shared = byFunction.get(ServerFunctions.SHARED);
        assertThat(shared).containsOnlyKeys("GET /first/{id}", "GET /second/{id}");
        assertThat((double) shared.get("GET /second/{id}") / shared.get("GET /first/{id}")).isBetween(1.7, 5.5);
    }

    @Test
    void everyKindOfStatementHasTheSameResults() throws Exception {
        try (PostgreSql db = PostgreSql.start(directory, List.of())) {
            List<String> urls = Stream.of("", "?preparedStatementCacheQueries=0", "?preparedStatementCacheQueries=2",
                    "?compatibilityMode=true").map(url(db.port)::concat).toList();
            Finished with = mix(true, urls);
            assertThat(with.output()).isEqualTo(mix(false, urls).output());
            assertThat(with.errors()).doesNotContain("whodunit:");
        }
        assertThat(Whodunit.info(directory.resolve("rec"))).contains("jdbc.captures")
                .doesNotContain("jdbc.not_carried").doesNotContain("failed");
    }

    /** A pooler may answer a Close itself, with an error: then it is sent none, and no statement fails. */
    @Test
    void aServerThatRefusesTheCloseIsSentNone() throws Exception {
        try (PostgreSql db = PostgreSql.start(directory, List.of());
                RefusingPooler pooler = RefusingPooler.start(db.port)) {
            List<String> urls = List.of(url(pooler.port()));
            Finished without = mix(false, urls);
            assertThat(pooler.refused()).isZero();
            Finished with = mix(true, urls);
            assertThat(with.output()).isEqualTo(without.output());
            assertThat(with.errors()).containsOnlyOnce("does not take what says whose an execution");
            assertThat(pooler.refused()).isOne();
        }
        assertThat(Whodunit.info(directory.resolve("rec"))).contains("jdbc.not_carried");
    }

    private static String url(int port) {
        return "r2dbc:postgresql://" + PostgresInstance.USER + ":none@127.0.0.1:" + port + "/postgres";
    }

    private Finished mix(boolean agent, List<String> urls) throws Exception {
        List<String> arguments = new ArrayList<>(
                List.of("-cp", JavaApp.classPath("java-apps/r2dbc"), "whodunit.apps.r2dbc.ReactiveMix"));
        arguments.addAll(urls);
        if (agent)
            return Jdk.withAgent(17, Whodunit.LIB, directory.resolve("rec"), arguments.toArray(String[]::new))
                    .checked();
        arguments.add(0, Jdk.java(17));
        return Finished.run(arguments).checked();
    }
}
