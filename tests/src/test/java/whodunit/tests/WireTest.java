// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Jdk;
import whodunit.tests.run.Whodunit;

/**
 * A context that a program passes on by itself, with the Java API: the receiver's work is the sender's transaction's.
 */
class WireTest {
    @TempDir
    Path recording;

    @ParameterizedTest(name = "JDK {0}")
    @ValueSource(ints = {17, 25})
    void aContextTravelsInItsWireForm(int jdk) throws Exception {
        String wire = run(jdk, "up").strip();
        assertThat(wire).matches("[0-9a-f]{16}-[0-9a-f]{8}");
        assertThat(run(jdk, "down", wire)).isEmpty();
        Report report = new Report(Whodunit.report(recording));
        assertThat(wire).startsWith(report.process("up").get("uid").getAsString());
        assertThat(report.requests("Checkout")).isEqualTo(1);
        assertThat(report.samples("Checkout", "down")).isPositive();
        assertThat(report.process("up").get("messages_sent").getAsLong()).isEqualTo(1);
        assertThat(report.process("down").get("messages_received").getAsLong()).isEqualTo(1);
        assertThat(report.health("down", "wire.malformed")).isEqualTo(2);
    }

    private String run(int jdk, String tier, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(Whodunit.record(recording, tier));
        command.addAll(List.of(Jdk.java(jdk), "-cp", System.getProperty("java.class.path"), "whodunit.tests.app.Wire"));
        command.addAll(List.of(arguments));
        return Finished.run(command).checked().output();
    }
}
