// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.tests.run.Finished;
import whodunit.tests.run.JavaApp;
import whodunit.tests.run.Jdk;
import whodunit.tests.run.MariaDb;
import whodunit.tests.run.PostgreSql;
import whodunit.tests.run.Whodunit;

/** A driver whose statements carry nothing works as without us, says so once, and is counted. */
class UnsupportedDriverTest {
    private static final int STATEMENTS = 20;

    @TempDir
    Path directory;

    @Test
    void theReactiveDriverOfMariadbIsNamed() throws Exception {
        try (MariaDb db = MariaDb.start(directory, List.of())) {
            asks("r2dbc:mariadb://root@127.0.0.1:" + db.port, "java-apps/r2dbc",
                    "whodunit.apps.r2dbc.Reactive", "org.mariadb.r2dbc");
        }
    }

    @Test
    void vertxsClientIsNamed() throws Exception {
        try (PostgreSql db = PostgreSql.start(directory, List.of())) {
            asks(db.url().substring("jdbc:".length()), "java-apps/vertx", "whodunit.apps.vertx.Reactive",
                    "io.vertx.pgclient.impl.PgSocketConnection");
        }
    }

    private void asks(String url, String app, String main, String driver) throws Exception {
        Finished run = Jdk.withAgent(17, Whodunit.LIB, directory.resolve("rec"), "-cp",
                JavaApp.classPath(app), main, url,
                Integer.toString(STATEMENTS)).checked();
        assertThat(run.output().lines()).hasSize(STATEMENTS).last().isEqualTo(Integer.toString(STATEMENTS));
        assertThat(run.errors()).containsOnlyOnce("whodunit: statements of this driver are not followed")
                .contains(driver);
        Matcher counted = Pattern.compile("jdbc\\.unsupported +(\\d+)")
                .matcher(Whodunit.info(directory.resolve("rec")));
        assertThat(counted.find()).isTrue();
        assertThat(Integer.parseInt(counted.group(1))).isGreaterThanOrEqualTo(STATEMENTS);
    }
}
