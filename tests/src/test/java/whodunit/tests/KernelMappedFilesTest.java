// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Whodunit;

/** Names of what a process has mapped belong to its user, who may have put anything there since. */
@Timeout(60)
class KernelMappedFilesTest {
    private static String run(String script) throws Exception {
        Path helper = Whodunit.LIB.resolve("whodunit-kernel");
        assumeTrue(Files.isExecutable(helper), "the kernel side was not built");
        Finished finished = Finished.run(List.of("/usr/bin/python3", "-B",
                Whodunit.HOME.resolve("kernel/tests/" + script).toString(), helper.toString()));
        assumeTrue(finished.status() != 77, finished.errors());
        return finished.checked().output();
    }

    @Test
    void aFifoInPlaceOfAFileIsNotWaitedFor() throws Exception {
        assertThat(run("mapped.py").lines()).containsExactly("answers", "stacks");
    }

    /** They cost the user nothing, and root's helper what memory there is. */
    @Test
    void symbolsOfOneUserDoNotFillMemory() throws Exception {
        int megabytes = Integer.parseInt(run("many_symbols.py").strip().replace("kept ", ""));
        assertThat(megabytes).isBetween(50, 350);
    }
}
