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
import whodunit.tests.run.Whodunit;

/**
 * A server takes no larger packet than it is told to: of 1 MiB, often. Our comment must not be what makes one too
 * large.
 */
class PacketLimitTest {
    private static final int LIMIT = 1 << 20;

    @TempDir
    Path directory;

    @Test
    void statementsUpToTheLimitAreAnswered() throws Exception {
        try (MariaDb db = MariaDb.start(directory, List.of(), "--max-allowed-packet=" + LIMIT)) {
            String url = db.url();
            for (String driver : List.of(url, url.replace(":mariadb:", ":mysql:") + "&sslMode=DISABLED")) {
                Finished run = Jdk.withAgent(Runtime.version().feature(), Whodunit.LIB, directory.resolve("rec"),
                        "-cp", System.getProperty("java.class.path"), "whodunit.tests.app.LargeStatements", driver,
                        Integer.toString(LIMIT - 8), "100");
                assertThat(run.status()).as(driver + ": " + run.errors()).isZero();
                assertThat(run.output()).isEqualTo("100\n");
            }
            // else nothing was added, or nothing left alone, and nothing was tested
            assertThat(Whodunit.info(directory.resolve("rec"))).contains("jdbc.captures", "jdbc.not_carried");
        }
    }
}
