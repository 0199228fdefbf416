// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Jdk;
import whodunit.tests.run.PostgreSql;
import whodunit.tests.run.RefusingPooler;
import whodunit.tests.run.Whodunit;

/** What pgjdbc's users see is the same with the agent as without, errors included. */
class PostgresDriverTest {
    private static final String NEWEST = System.getProperty("java.class.path");
    private static final List<String> OPTIONS = List.of("", "&preferQueryMode=simple",
            "&preferQueryMode=extendedForPrepared", "&preferQueryMode=extendedCacheEverything",
            "&prepareThreshold=1", "&prepareThreshold=0", "&autosave=always",
            "&autosave=conservative&prepareThreshold=1", "&reWriteBatchedInserts=true",
            "&reWriteBatchedInserts=true&preferQueryMode=simple",
            "&defaultRowFetchSize=3&autosave=always&prepareThreshold=1",
            "&replication=database&preferQueryMode=simple&assumeMinServerVersion=9.4");

    @TempDir
    Path directory;

    @Test
    void everyKindOfStatementHasTheSameResults() throws Exception {
        try (PostgreSql db = PostgreSql.start(directory, List.of())) {
            same(NEWEST, db, OPTIONS);
            same(older(), db, List.of("", "&preferQueryMode=simple", "&reWriteBatchedInserts=true&prepareThreshold=1"));
        }
        assertThat(Whodunit.info(directory.resolve("rec"))).contains("jdbc.captures").doesNotContain("failed");
    }

    private void same(String classPath, PostgreSql db, List<String> options) throws Exception {
        Finished with = mix(true, classPath, db.url(), options);
        assertThat(with.output()).isEqualTo(mix(false, classPath, db.url(), options).output());
        assertThat(with.errors()).doesNotContain("whodunit:");
    }

    /** A pooler may answer a Close itself, with an error: then it is sent none, and no statement fails. */
    @Test
    void aServerThatRefusesTheCloseIsSentNone() throws Exception {
        List<String> options = List.of("", "&prepareThreshold=1");
        try (PostgreSql db = PostgreSql.start(directory, List.of());
                RefusingPooler pooler = RefusingPooler.start(db.port)) {
            String url = PostgreSql.url(pooler.port());
            Finished without = mix(false, NEWEST, url, options);
            assertThat(pooler.refused()).isZero();
            Finished with = mix(true, NEWEST, url, options);
            assertThat(with.output()).isEqualTo(without.output());
            assertThat(with.errors()).containsOnlyOnce("does not take what says whose an execution");
            assertThat(pooler.refused()).isOne();
        }
        assertThat(Whodunit.info(directory.resolve("rec"))).contains("jdbc.not_carried");
    }

    private Finished mix(boolean agent, String classPath, String url, List<String> options) throws Exception {
        List<String> arguments = new ArrayList<>(
                List.of("-cp", classPath, "whodunit.tests.app.PostgresMix", url));
        arguments.addAll(options);
        if (agent)
            return Jdk.withAgent(17, Whodunit.LIB, directory.resolve("rec"), arguments.toArray(String[]::new))
                    .checked();
        arguments.add(0, Jdk.java(17));
        return Finished.run(arguments).checked();
    }

    /** This JVM's class path with the oldest driver of the series. */
    private static String older() {
        return Stream.of(NEWEST.split(":")).filter(jar -> !jar.contains("/postgresql-"))
                .collect(Collectors.joining(":")) + ":"
                + Whodunit.HOME.resolve("java-apps/postgresql42/target/lib/*");
    }
}
