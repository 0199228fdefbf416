// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import whodunit.tests.run.Finished;
import whodunit.tests.run.JavaApp;
import whodunit.tests.run.Jdk;
import whodunit.tests.run.Whodunit;

/** The table of docs/java-handoffs.md: whoever takes work over runs under the context of whoever gave it. */
class HandoffsTest {
    @TempDir
    Path recording;

    @ParameterizedTest(name = "{0} on JDK {1}")
    @CsvSource({"Queues, 17", "Queues, 25", "Threads, 17", "Threads, 25", "Libraries, 17", "Libraries, 25",
            "Pools, 17", "Pools, 25",
            "VertxWork, 17", "VertxWork, 25", "AkkaActors, 17", "AkkaActors, 25",
            "Clients, 17", "Clients, 25", "Pollers, 17", "Pollers, 25", "Shared, 17", "Shared, 25", "Callbacks, 17",
            "Callbacks, 25", "Streams, 17", "Streams, 25", "Channels, 17", "Channels, 25", "SharedFlows, 17",
            "SharedFlows, 25", "HotSources, 17", "HotSources, 25", "HotWaits, 17", "HotWaits, 25", "OneResults, 17",
            "OneResults, 25", "Mutiny, 17", "Mutiny, 25", "ZioFibers, 17", "ZioFibers, 25",
            "AsynchronousChannels, 17", "AsynchronousChannels, 25", "Promises, 17", "Promises, 25", "ClojureWork, 17",
            "ClojureWork, 25", "Messages, 17", "Messages, 25"})
    void workRunsUnderTheContextOfWhoGaveIt(String program, int jdk) throws Exception {
        check(program, jdk, System.getProperty("java.class.path"));
    }

    /** Libraries in versions that the class path of the tests has not. */
    @ParameterizedTest(name = "{0} with {1} on JDK {2}")
    @CsvSource({"VertxWork, vertx5, 17", "VertxWork, vertx5, 25", "ScalaPools, scala211, 17",
            "ScalaPools, scala211, 25"})
    void alsoInOtherVersions(String program, String libraries, int jdk) throws Exception {
        String own = System.getProperty("java.class.path"), other = JavaApp.classPath("java-apps/" + libraries);
        check(program, jdk, program.equals("ScalaPools") ? own + ":" + other : other + ":" + own);
    }

    private void check(String program, int jdk, String classPath) throws Exception {
        Finished run = Jdk.withAgent(jdk, Whodunit.LIB, recording, "-cp", classPath, "whodunit.tests.app." + program);
        assertThat(run.output()).doesNotContain("WRONG").contains("all checked");
        assertThat(run.status()).as(run.errors()).isZero();
        assertThat(run.errors()).doesNotContain("whodunit:");
    }
}
