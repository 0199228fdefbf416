// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static whodunit.tests.KernelRecording.counter;
import static whodunit.tests.KernelRecording.onlyWithKernelSide;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import whodunit.tests.run.CProgram;
import whodunit.tests.run.Finished;
import whodunit.tests.run.Whodunit;

/** A process that executes another program (executes.c), or tries to. */
@Timeout(120)
@Isolated
class KernelExecTest {
    @TempDir
    private static Path directory;
    private static Path first;
    private static Path second;

    @BeforeAll
    static void compile() throws Exception {
        Path source = CProgram.source("executes.c", directory);
        first = compile(source, "first");
        second = compile(source, "second");
    }

    /** Both have their code at the same addresses. */
    private static Path compile(Path source, String name) throws Exception {
        return CProgram.compile("gcc", source, directory.resolve(name), "-DNAME=" + name, "-no-pie", "-pthread");
    }

    private static void record(Path recording, String... program) throws Exception {
        List<String> words = new ArrayList<>(List.of("setarch", "-R", Whodunit.HOME.resolve("whodunit").toString(),
                "record", "-o", recording.toString(), "--waits", "on", "--"));
        words.addAll(List.of(program));
        Finished finished = Finished.run(words);
        assumeTrue(!finished.errors().contains("no --waits") && !finished.errors().contains("setarch:"),
                finished.errors());
        finished.checked();
    }

    @Test
    void theNextProgramsStacksHaveItsNames() throws Exception {
        Path recording = directory.resolve("rec-names");
        record(recording, first.toString(), second.toString());
        Path file = Path.of(recording.toString(), recording.toFile().list((d, n) -> n.endsWith(".waits"))[0]);
        assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).contains("waits_in_first")
                .contains("waits_in_second");
    }

    @Test
    void whatAThreadExecutesIsToldOfAnew() throws Exception {
        Path recording = directory.resolve("rec-thread");
        record(recording, first.toString(), second.toString(), "thread");
        assertThat(Whodunit.waits(recording, "tier").getAsJsonArray("vertices").toString()).contains("\"second\"");
    }

    @Test
    void countersGoOnAfterAnExecThatFails() throws Exception {
        Path recording = directory.resolve("rec-counters"), none = directory.resolve("none");
        Files.write(none, new byte[] {0x7f, 'E', 'L', 'F'});
        assertThat(none.toFile().setExecutable(true)).isTrue();
        List<String> words = KernelRecording.command(KernelRecording.record(recording), "/usr/bin/python3", "-c", """
                import os, sys, time
                def compute():
                    end = time.process_time() + 1
                    while time.process_time() < end:
                        pass
                compute()
                try:
                    os.execv(sys.argv[1], sys.argv)
                except OSError:
                    compute()
                """, none.toString());
        onlyWithKernelSide(Finished.run(words)).checked();
        String info = Whodunit.info(recording);
        assertThat(counter(info, "kernel.ticks")).as(info).isGreaterThan(1600)
                .isGreaterThanOrEqualTo(counter(info, "kernel.sampled") - 100);
    }
}
