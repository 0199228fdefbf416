// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static whodunit.tests.KernelRecording.command;
import static whodunit.tests.KernelRecording.counter;
import static whodunit.tests.KernelRecording.onlyWithKernelSide;
import static whodunit.tests.KernelRecording.record;

import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import whodunit.tests.KernelRecording.Stacks;
import whodunit.tests.run.CProgram;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Whodunit;

/**
 * The kernel's and a thread's own part of a stack are of the same wait: threads that sleep in one function and poll in
 * another (two_waits.c), whose files change meanwhile.
 */
@Timeout(300)
@Isolated
class KernelJoinsTest {
    private static final String TYPE = "(background thread)";

    @TempDir
    private static Path directory;
    private static Path program;

    @BeforeAll
    static void compile() throws Exception {
        program = CProgram.compile("gcc", CProgram.source("two_waits.c", directory), directory.resolve("two_waits"),
                "-D_GNU_SOURCE", "-fno-optimize-sibling-calls", "-pthread");
    }

    private static Stacks waits(Path recording, String... around) throws Exception {
        Finished finished = Finished.run(command(command(record(recording), around), program.toString(), "2.5"));
        Assumptions.assumeTrue(!finished.errors().contains("unshare failed"), finished.errors());
        onlyWithKernelSide(finished.checked());
        return Stacks.of(recording, "waiting");
    }

    private static void areWhereTheyBelong(Stacks waits) {
        assertThat(waits.millis(TYPE, "rests", "hrtimer_nanosleep")).isGreaterThan(1000);
        assertThat(waits.millis(TYPE, "polls", "do_sys_poll")).isGreaterThan(1000);
        assertThat(waits.millis(TYPE, "rests", "do_sys_poll")).as("ms of one in the other's place").isZero();
        assertThat(waits.millis(TYPE, "polls", "hrtimer_nanosleep")).as("ms of one in the other's place").isZero();
    }

    @Test
    void aWaitIsNotToldOfInAnothersPlace() throws Exception {
        Path recording = directory.resolve("rec");
        areWhereTheyBelong(waits(recording));
        String info = Whodunit.info(recording);
        assertThat(counter(info, "kernel.sampled")).as(info).isPositive()
                .isLessThanOrEqualTo(counter(info, "kernel.signalled"));
    }

    /** As in a container: the process and its threads have other numbers there. */
    @Test
    void inAnotherNamespaceOfProcesses() throws Exception {
        Path recording = directory.resolve("rec-namespace");
        areWhereTheyBelong(waits(recording, "unshare", "--pid", "--fork", "--mount-proc"));
        assertThat(recording.toFile().list()).anyMatch(n -> n.matches("waits-1-\\p{XDigit}+-0\\.jfr"));
        assertThat(Stacks.of(recording, "cpu").millis(TYPE, "works")).isGreaterThan(10);
    }
}
