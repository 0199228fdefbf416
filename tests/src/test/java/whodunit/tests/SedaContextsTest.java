// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Jdk;
import whodunit.tests.run.Whodunit;

/** What sockets and files of the Sandstorm drop-in push comes under the context of the request that it answers. */
class SedaContextsTest {
    @TempDir
    Path recording;

    @ParameterizedTest(name = "JDK {0}")
    @ValueSource(ints = {17, 25})
    void completionsCarryTheContextOfTheirRequestAndPacketsBeginAnew(int jdk) throws Exception {
        Finished run = Jdk.withAgent(jdk, Whodunit.LIB, recording, "-cp", System.getProperty("java.class.path"),
                "whodunit.tests.app.SedaContexts");
        System.out.print(run.output());
        assertThat(run.output()).doesNotContain("WRONG").contains("all checked");
        assertThat(run.status()).as(run.errors()).isZero();
    }
}
