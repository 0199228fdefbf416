// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Whodunit;

/** What the recorder of waits makes of numbers of threads that are used again (thread_numbers.c). */
class KernelThreadNumbersTest {
    @Test
    void aNumberIsNoThread() throws Exception {
        Path program = Whodunit.HOME.resolve("build/kernel/thread_numbers");
        assumeTrue(Files.isExecutable(program), "the kernel side was not built");
        Finished.run(List.of(program.toString())).checked();
    }
}
