// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import whodunit.tests.run.Finished;
import whodunit.tests.run.JavaApp;
import whodunit.tests.run.Jdk;
import whodunit.tests.run.Whodunit;

/** A short run of {@code benchmarks/handoffs/oracle}: what the server gets is whose the statement says that it is. */
class HandedStatementsTest {
    @ParameterizedTest(name = "JDK {0}")
    @ValueSource(ints = {17, 25})
    void theServerGetsTheTypeThatTheStatementNames(int jdk) throws Exception {
        Finished oracle = Finished.run(List.of(Jdk.java(17), "-cp",
                JavaApp.classPath("benchmarks/handoffs"), "whodunit.handoffs.Oracle", "--statements", "1500", "--each",
                "100", "--jdk", Path.of(Jdk.java(jdk)).getParent().getParent()
                        .toString()),
                Whodunit.HOME);
        assertThat(oracle.status()).as(oracle.output() + oracle.errors()).isZero();
        assertThat(oracle.output()).containsPattern("loop, jobs +1500 ").containsPattern("thenRunAsync +100 ");
    }
}
