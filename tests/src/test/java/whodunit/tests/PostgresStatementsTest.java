// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import whodunit.tests.app.PostgresStatements;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Jdk;
import whodunit.tests.run.PostgreSql;
import whodunit.tests.run.Whodunit;

/**
 * Every kind of statement through pgjdbc into a real PostgreSQL. The truth is in the server's own stacks: each type
 * calls a function that no other type does.
 */
class PostgresStatementsTest {
    @TempDir
    Path directory;

    @ParameterizedTest(name = "options {0}")
    @ValueSource(strings = {"", "&preferQueryMode=simple", "&prepareThreshold=1&autosave=always"})
    void noSampleIsUnderAnotherType(String options) throws Exception {
        Path recording = directory.resolve("rec");
        try (PostgreSql db = PostgreSql.start(directory,
                Whodunit.recordFinely(recording, "db"), "jit=off")) {
            db.execute("CREATE TABLE burnt (n BIGINT)",
                    // plans each time: what it returns is computed row by row, as it is fetched
                    "CREATE FUNCTION series(n INT) RETURNS SETOF INT LANGUAGE sql AS "
                            + "'SELECT i FROM generate_series(1, n) i'",
                    "CREATE FUNCTION burn(n INT) RETURNS BIGINT LANGUAGE sql AS 'SELECT sum(length(exp(i::numeric "
                            + "/ 9999)::text)) FROM generate_series(1, n) i'");
            Finished run = Jdk.withAgent(17, Whodunit.LIB, recording, "-cp", System.getProperty("java.class.path"),
                    "whodunit.tests.app.PostgresStatements", db.url() + options);
            assertThat(run.status()).as(run.errors()).isZero();
            assertThat(run.errors()).doesNotContain("whodunit:");
            db.stop();
        }
        Map<String, Map<String, Long>> byFunction = ServerFunctions.samples(Whodunit.stacks(recording, directory),
                PostgresStatements.FUNCTIONS.values());
        System.out.println("samples by the server's function, and type: " + byFunction);
        PostgresStatements.FUNCTIONS.forEach((type, function) -> {
            assertThat(byFunction).as(type).containsKey(function);
            assertThat(byFunction.get(function)).as(function).containsOnlyKeys(type);
        });
        Map<String, Long> shared = byFunction.get(ServerFunctions.SHARED);
        assertThat(shared).containsOnlyKeys("first", "second");
        assertThat((double) shared.get("second") / shared.get("first")).isBetween(1.9, 4.5);
    }
}
