// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Whodunit;

/** What remains of waits where they cannot be written. */
@Timeout(120)
@Isolated
class KernelFullDiskTest {
    @TempDir
    private static Path directory;

    @Test
    void whatIsWrittenLaterCanBeRead() throws Exception {
        Path program = Whodunit.HOME.resolve("build/kernel/full_disk");
        assumeTrue(Files.isExecutable(program), "the kernel side was not built");
        Finished.run(List.of(program.toString(), directory.resolve("a.waits").toString())).checked();
    }

    /** The limits of the command are not the helper's: it would end by a signal. */
    @Test
    void aLimitOfFilesDoesNotEndTheHelper() throws Exception {
        Path recording = directory.resolve("rec");
        List<String> words = new ArrayList<>(List.of("setpriv", "--bounding-set=-sys_resource", "sh", "-c",
                "ulimit -f 400 && exec \"$@\"", "sh"));
        words.addAll(Whodunit.record(recording, "app", "--engine", "kernel", "--waits", "on"));
        words.addAll(List.of("perl", "-e", "select(undef, undef, undef, 0.00001) for 1 .. 40000"));
        Finished finished = Finished.run(words);
        assumeTrue(!finished.errors().contains("no --waits") && !finished.errors().contains("setpriv:"),
                finished.errors());
        assertThat(finished.checked().errors()).isEmpty();
        assertThat(Finished.run(List.of(Whodunit.HOME.resolve("whodunit").toString(), "waits", recording.toString()))
                .checked().errors()).contains("bytes of waits could not be written");
    }
}
