// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import whodunit.handoffs.Verdict;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Jdk;
import whodunit.tests.run.MariaDb;
import whodunit.tests.run.Whodunit;

/**
 * The libraries' rows of docs/java-handoffs.md by what a server sees: each piece of work that is handed over sends a
 * statement that says whose it is, and the server's log has what it came with. {@link HandedStatementsTest} has the
 * JDK's rows.
 */
class LibraryStatementsTest {
    @TempDir
    Path directory;

    @ParameterizedTest(name = "JDK {0}")
    @ValueSource(ints = 17)
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    void theServerGetsTheTypeThatTheStatementNames(int jdk) throws Exception {
        Path log = directory.resolve("general.log");
        try (MariaDb db = MariaDb.start(directory, List.of(), "--general-log", "--general-log-file=" + log)) {
            for (String program : List.of("Libraries", "VertxWork", "AkkaActors", "Clients", "Pools", "Shared",
                    "Callbacks",
                    "Streams", "Channels", "SharedFlows", "HotSources", "HotWaits", "OneResults", "Mutiny",
                    "ZioFibers", "AsynchronousChannels", "Promises", "ClojureWork", "Messages")) {
                Finished run = Jdk.withAgent(jdk, Whodunit.LIB, directory.resolve("rec"), "-Dwhodunit.url=" + db.url(),
                        "-cp", System.getProperty("java.class.path"), "whodunit.tests.app." + program);
                assertThat(run.status()).as(run.output() + run.errors()).isZero();
            }
        }
        Map<String, Verdict> verdicts = Verdict.of(directory.resolve("rec"),
                Files.readString(log, StandardCharsets.ISO_8859_1));
        assertThat(verdicts).hasSizeGreaterThan(150);
        verdicts.forEach((kind, v) -> {
            assertThat(v.wrong()).as("%s, wrong", kind).isZero();
            if (!kind.endsWith("?"))
                assertThat(v.orphaned()).as("%s, nobody's", kind).isZero();
        });
        System.out.printf("JDK %d: %d statements of %d kinds%n", jdk,
                verdicts.values().stream().mapToInt(Verdict::statements).sum(), verdicts.size());
    }
}
