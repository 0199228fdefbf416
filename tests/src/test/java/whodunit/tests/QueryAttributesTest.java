// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Jdk;
import whodunit.tests.run.MariaDb;
import whodunit.tests.run.QueryAttributes;
import whodunit.tests.run.Whodunit;

/** Where query attributes are negotiated (MySQL 8), a statement's text does not begin behind the command byte. */
class QueryAttributesTest {
    @TempDir
    Path directory;

    @Test
    void commentFollowsTheAttributes() throws Exception {
        try (MariaDb db = MariaDb.start(directory, List.of());
                QueryAttributes proxy = new QueryAttributes(
                        Integer.parseInt(db.url().replaceAll(".*:(\\d+)/.*", "$1")))) {
            Finished run = Jdk.withAgent(Runtime.version().feature(), Whodunit.LIB, directory.resolve("rec"),
                    "-cp", System.getProperty("java.class.path"), "whodunit.tests.app.OneQuery",
                    "jdbc:mysql://127.0.0.1:" + proxy.port() + "/?user=root&sslMode=DISABLED&socketTimeout=30000");
            assertThat(run.status()).as(run.errors()).isZero();
            assertThat(run.output()).isEqualTo("42\n");
            assertThat(proxy.statements()).isNotEmpty().allMatch(s -> s.startsWith("\0\1/*whodunit='"));
        }
    }
}
