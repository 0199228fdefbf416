// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import whodunit.tests.run.CProgram;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Whodunit;

/** Programs in Go whose threads are not libc's, as those of threads_as_go.c. */
@Timeout(120)
class GoProgramsTest {
    @TempDir
    private Path directory;

    /** A sample would end it. */
    @Test
    void aProgramWhoseThreadsAreNotLibcsIsLeftAlone() throws Exception {
        Path program = CProgram.compile("gcc", CProgram.source("threads_as_go.c", directory),
                directory.resolve("program"), "-nostdlib", "-fPIE", "-pie", "-fno-stack-protector");
        List<String> command = new ArrayList<>(Whodunit.record(directory.resolve("rec"), "go"));
        command.add(program.toString());
        Finished finished = Finished.run(command);
        assertThat(finished.status()).as(finished.errors()).isZero();
        assertThat(finished.errors()).contains("makes its threads without libc: it is not recorded");
    }
}
