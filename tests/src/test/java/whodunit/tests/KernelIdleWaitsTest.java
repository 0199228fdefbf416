// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static whodunit.tests.KernelRecording.counter;
import static whodunit.tests.KernelRecording.onlyWithKernelSide;
import static whodunit.tests.KernelRecording.record;

import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import whodunit.tests.KernelRecording.Stacks;
import whodunit.tests.run.CProgram;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Whodunit;

/**
 * Threads that serve requests (serves.c) have a sample for a second of their waits for the next one, and one for each
 * wait within a request.
 */
@Timeout(300)
@Isolated
class KernelIdleWaitsTest {
    private static final int THREADS = 3;
    private static final int REQUESTS = 150;

    @TempDir
    private static Path directory;

    @Test
    void idleWaitsAddUp() throws Exception {
        Path program = CProgram.compile("gcc", CProgram.source("serves.c", directory), directory.resolve("serves"),
                "-pthread", "-fno-optimize-sibling-calls", "-I" + Whodunit.HOME.resolve("runtime/include"),
                "-L" + Whodunit.LIB, "-lwhodunit", "-Wl,-rpath," + Whodunit.LIB);
        Path recording = directory.resolve("rec");
        Finished finished = onlyWithKernelSide(
                Finished.run(KernelRecording.command(record(recording), program.toString()))).checked();
        Map<String, Double> truth = finished.output().lines().map(l -> l.split(" "))
                .collect(Collectors.toMap(l -> l[0], l -> Double.parseDouble(l[1])));
        Stacks waiting = Stacks.of(recording, "waiting");
        String info = Whodunit.info(recording);
        assertThat(waiting.millis("request", "rests")).as(info).isCloseTo(truth.get("within"),
                within(0.02 * truth.get("within")));
        assertThat(waiting.millis("(thread without a transaction)", "rests")).as("%s of %s", info, waiting.lines())
                .isCloseTo(truth.get("between"), within(1000.0 * THREADS));
        assertThat(counter(info, "kernel.idle")).as(info).isBetween((long) (0.9 * THREADS * REQUESTS),
                (long) THREADS * REQUESTS);
    }
}
