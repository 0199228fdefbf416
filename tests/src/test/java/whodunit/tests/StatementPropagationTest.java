// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Jdk;
import whodunit.tests.run.MariaDb;
import whodunit.tests.run.Whodunit;

/**
 * Every kind of statement, through real drivers and pools, on both JDKs: the server gets exactly one comment with each,
 * and its CPU is seen under the transaction whose call path executed it.
 */
class StatementPropagationTest {
    private static final List<String> TYPES = List.of("plain", "prepared", "callable", "batch", "multi", "first",
            "second",
            "submit", "execute", "future", "then", "forkjoin");

    @TempDir
    Path directory;

    static Stream<Arguments> combinations() {
        String maria = "jdbc:mariadb", mysql = "jdbc:mysql";
        return Stream.of(
                Arguments.of(17, maria, "", "none"),
                Arguments.of(17, maria, "&useServerPrepStmts=true", "hikari"),
                Arguments.of(17, maria, "&allowMultiQueries=true", "tomcat"),
                Arguments.of(17, mysql, "&sslMode=DISABLED", "dbcp"),
                Arguments.of(17, mysql, "&sslMode=DISABLED&useServerPrepStmts=true", "tomcat"),
                Arguments.of(17, mysql, "&sslMode=DISABLED&allowMultiQueries=true", "hikari"),
                Arguments.of(17, maria, "&useServerPrepStmts=true&allowMultiQueries=true", "mariadb2"),
                Arguments.of(17, maria, "&rewriteBatchedStatements=true", "mariadb2"),
                Arguments.of(17, mysql, "&useSSL=false&useServerPrepStmts=true", "mysql5"),
                Arguments.of(25, mysql, "&useSSL=false&allowMultiQueries=true", "mysql5"),
                Arguments.of(25, maria, "&useServerPrepStmts=true", "dbcp"),
                Arguments.of(25, mysql, "&sslMode=DISABLED&useServerPrepStmts=true", "none"));
    }

    @ParameterizedTest(name = "JDK {0}, {1} {2}, pool or older driver {3}")
    @MethodSource("combinations")
    void everyStatementCarriesItsCallPath(int jdk, String scheme, String options, String pool) throws Exception {
        Jdk.java(jdk); // skips
        Path recording = directory.resolve("rec");
        Path log = directory.resolve("general.log");
        try (MariaDb db = MariaDb.start(directory, Whodunit.recordFinely(recording, "db"), "--general-log",
                "--general-log-file=" + log)) {
            db.execute("CREATE DATABASE test", "CREATE TABLE test.burnt (n INT)",
                    "CREATE PROCEDURE test.burn(n INT) SELECT BENCHMARK(n, MD5('x'))");
            Finished run = Jdk.withAgent(jdk, Whodunit.LIB, recording,
                    "-cp", classPath(pool), "whodunit.tests.app.Statements",
                    db.url().replace("jdbc:mariadb", scheme) + options, pool);
            assertThat(run.status()).as(run.errors()).isZero();
            assertThat(run.errors()).doesNotContain("whodunit:").doesNotContain("WARNING");
            db.server.terminate();
        }
        Report report = new Report(Whodunit.report(recording));
        for (String type : TYPES)
            assertThat(report.samples(type, "db")).as(type).isPositive();
        // one prepared statement, prepared on neither path: three times the work on the second
        long first = report.samples("first", "db"), second = report.samples("second", "db");
        System.out.printf("one statement on two paths: %d and %d samples%n", first, second);
        assertThat((double) second / first).isBetween(2.25, 4.0);
        assertThat(comments(log)).isNotEmpty().allMatch(n -> n == 1);
    }

    /** This JVM's; where an older driver stands for the pool, with that in place of the others. */
    private static String classPath(String pool) {
        if (!pool.equals("mariadb2") && !pool.equals("mysql5"))
            return System.getProperty("java.class.path");
        return Stream.of(System.getProperty("java.class.path").split(":"))
                .filter(jar -> !jar.contains("/mariadb-java-client-") && !jar.contains("/mysql-connector-"))
                .collect(Collectors.joining(":")) + ":"
                + Whodunit.HOME.resolve("java-apps").resolve(pool).resolve("target/lib/*");
    }

    /** How many comments each statement has that burns CPU and comes from the application. */
    private static List<Long> comments(Path log) throws Exception {
        return Files.readAllLines(log, StandardCharsets.ISO_8859_1).stream()
                .filter(l -> l.contains("MD5") && !l.contains("CREATE PROCEDURE") && !l.contains("n, MD5"))
                .map(l -> Stream.of(l.split("whodunit='", -1)).count() - 1).toList();
    }
}
