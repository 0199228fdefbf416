// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static whodunit.tests.KernelRecording.counter;
import static whodunit.tests.KernelRecording.onlyWithKernelSide;
import static whodunit.tests.KernelRecording.record;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import whodunit.tests.run.CProgram;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Whodunit;

/** Waits of which a thread cannot be told: those for signals (sigwaits.c), which ours would end. */
@Timeout(300)
class KernelHeldTest {
    @TempDir
    private static Path directory;

    @Test
    void whatNobodyIsToldOfIsCounted() throws Exception {
        Path program = CProgram.compile("gcc", CProgram.source("sigwaits.c", directory),
                directory.resolve("sigwaits"));
        Path recording = directory.resolve("rec");
        Finished finished = onlyWithKernelSide(
                Finished.run(KernelRecording.command(record(recording), program.toString()))).checked();
        long times = Long.parseLong(finished.output().strip());
        String info = Whodunit.info(recording);
        // the first ones come before the recording begins
        assertThat(counter(info, "kernel.held")).as(info).isGreaterThan(times / 2);
    }
}
