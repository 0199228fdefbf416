// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Whodunit;

/** What the helper makes of what the programs in the kernel tell. */
@Timeout(120)
@Isolated
class KernelEventsTest {
    private static final Path HELPER = Whodunit.LIB.resolve("whodunit-kernel");

    @Test
    void aThreadIsToldOfAlthoughItBegunWhileTheRingWasFull() throws Exception {
        assumeTrue(Files.isExecutable(HELPER), "the kernel side was not built");
        Finished finished = Finished.run(List.of("/usr/bin/python3", "-B",
                Whodunit.HOME.resolve("kernel/tests/full_ring.py").toString(), HELPER.toString()));
        assumeTrue(finished.status() != 77, finished.errors());
        assertThat(finished.checked().output().lines()).containsExactly("begun-meanwhile 1", "dropped 1");
    }

    /** Neither what is on one, nor how many there are, keeps the helper from its work, or is lost unseen. */
    @ParameterizedTest
    @ValueSource(strings = {"unwind_calls", "many_stacks", "kernel_names"})
    void stacks(String name) throws Exception {
        Path program = Whodunit.HOME.resolve("build/kernel/" + name);
        assumeTrue(Files.isExecutable(program), "the kernel side was not built");
        Finished.run(List.of(program.toString())).checked();
    }
}
