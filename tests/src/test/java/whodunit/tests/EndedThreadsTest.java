// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import whodunit.tests.app.EndedThreads;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Jdk;
import whodunit.tests.run.Whodunit;

/** A recording keeps no thread that has ended, nor what it refers to, however long it lasts. */
class EndedThreadsTest {
    @TempDir
    Path directory;

    @ParameterizedTest(name = "JDK {0}")
    @ValueSource(ints = {17, 25})
    void areNotKept(int jdk) throws Exception {
        Path recording = directory.resolve("rec");
        List<String> command = new ArrayList<>(Whodunit.record(recording, "app", "--rotate", "1s"));
        command.addAll(List.of(Jdk.java(jdk), "-cp", System.getProperty("java.class.path"),
                EndedThreads.class.getName(), recording.toString()));
        assertThat(Finished.run(command).checked().output()).isEqualTo("still reachable: 0\n");
    }
}
