// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import whodunit.tests.run.JavaApp;
import whodunit.tests.run.KafkaBroker;
import whodunit.tests.run.MariaDb;
import whodunit.tests.run.Whodunit;

/**
 * Three services on Spring Boot, of which the last gets its work from topics, and a database behind it. The truth is in
 * the server's own stacks: what each route sells burns CPU in a function of its own.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES) // four JVMs start
class KafkaServicesTest {
    private static final int ROUNDS = 12;
    private static final String CONCERT = "POST /concerts/{id}", FILM = "POST /films/{id}";
    private static final String SUMS = "sums (billing-sums)";
    private static final Map<String, String> FUNCTIONS = Map.of("Item_func_md5::val_str_ascii", CONCERT,
            "Item_func_sha::val_str_ascii", FILM, "Item_func_soundex::val_str", SUMS);

    @TempDir
    Path directory;

    @Test
    void theFrontEndsRouteGoesThroughTopicsIntoTheDatabase() throws Exception {
        Path recording = directory.resolve("rec");
        load(recording);
        Report report = new Report(Whodunit.report(recording));
        assertThat(report.requests(CONCERT)).isEqualTo(ROUNDS);
        assertThat(report.requests(FILM)).isEqualTo(ROUNDS);
        assertThat(report.types()).noneMatch(t -> t.contains("/sales/")).noneMatch(t -> t.startsWith("singles"));
        List<String> stacks = Whodunit.stacks(recording, directory);
        Map<String, Map<String, Long>> byFunction = byFunction(stacks);
        System.out.println("samples by the server's function, and type: " + byFunction);
        FUNCTIONS.forEach((function, type) -> assertThat(byFunction.get(function)).as(function)
                .containsOnlyKeys(type));
        for (String type : List.of(CONCERT, FILM))
            for (String listener : List.of("single", "records", "values"))
                assertThat(stacks).as(type + " by " + listener).anyMatch(line -> line.startsWith(type + ";")
                        && line.matches(".*\\[front].*BoxOffice\\.\\w+;.*\\[sales].*Sales\\.sell;.*\\[billing].*"
                                + "Billing\\." + listener + ";.*Database\\.bill;.*\\[db].*"));
        // the whole batch at once, of both routes' sales: nobody's, and told
        assertThat(report.health("billing", "kafka.mixed")).isPositive();
    }

    private void load(Path recording) throws Exception {
        try (MariaDb db = MariaDb.start(directory, Whodunit.record(recording, "db"));
                KafkaBroker broker = KafkaBroker.start(directory);
                JavaApp sales = service("sales", recording, "-Dbroker=" + broker.port);
                JavaApp front = service("front", recording, "-Dnext=" + sales.url())) {
            for (int i = 0; i < ROUNDS; i++) {
                front.load(1, "POST", "/concerts/#");
                front.load(1, "POST", "/films/#");
            }
            // starts when all records are there, so that batches hold those of both routes
            try (JavaApp billing = service("billing", recording, "-Dbroker=" + broker.port, "-Ddb=" + db.url())) {
                billing.server.await(() -> billing.status("GET", "/handled/" + 2 * 4 * ROUNDS) == 200);
                for (JavaApp app : List.of(front, sales, billing)) {
                    assertThat(app.server.log()).doesNotContain("whodunit:");
                    app.server.terminate();
                }
            }
            db.server.terminate();
        }
    }

    private JavaApp service(String name, Path recording, String... options) throws Exception {
        return JavaApp.start(directory, Whodunit.record(recording, name), 17, "whodunit.apps.springkafka.Service",
                List.of("spring-kafka"), Stream.concat(
                        Stream.of("-Dservice=" + name, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"),
                        Stream.of(options)).toArray(String[]::new));
    }

    /** Samples by the server's function and by the first element of the stack, the type. */
    private static Map<String, Map<String, Long>> byFunction(List<String> stacks) {
        Map<String, Map<String, Long>> found = new TreeMap<>();
        for (String line : stacks)
            for (String function : FUNCTIONS.keySet())
                if (line.contains(";" + function))
                    found.computeIfAbsent(function, f -> new TreeMap<>()).merge(line.substring(0, line.indexOf(';')),
                            Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)), Long::sum);
        return found;
    }
}
