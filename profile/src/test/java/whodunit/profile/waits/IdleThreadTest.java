// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A thread that others wait for, and which itself only waits until a time is over. */
class IdleThreadTest {
    private static final long MS = 1_000_000;

    @TempDir
    private Path dir;

    /** A server's timer thread hands out work each 100 ms: who waits for that work is idle as well. */
    @ParameterizedTest
    @CsvSource({"FUTEX,", "SLEEP,ticker"}) // who sleeps has decided so, as who computes
    void limitsNothingUnlessItSleepsOfItsOwnAccord(WaitKind kind, String knot) throws IOException {
        WaitFileBuilder file = new WaitFileBuilder().thread(1, 100, 100, "main").thread(2, 101, 100, "ticker")
                .thread(3, 102, 100, "worker");
        for (long at = 0; at < 10_000 * MS; at += 100 * MS) {
            file.add(new WaitFileBuilder.Interval(2, at + MS, at + 99 * MS, at + 99 * MS, MS, kind, Waker.TIMER, 0, 0,
                    0, 0, 0));
            file.add(new WaitFileBuilder.Interval(3, at + 2 * MS, at + 100 * MS, at + 100 * MS, MS, WaitKind.FUTEX,
                    Waker.THREAD, 2, 0, 0, 0, 0));
        }
        file.write(dir.resolve("a.waits"));
        try (WaitRecording recording = WaitRecording.open(List.of(dir))) {
            WaitGraph g = WaitAnalysis.of(recording, List.of(), WaitAnalysis.By.THREAD);
            assertThat(g.edges()).extracting(e -> e.from() + " " + e.to()).contains("worker ticker", "ticker timer");
            assertThat(g.knots()).extracting(WaitGraph.Knot::vertices)
                    .isEqualTo(knot == null ? List.of() : List.of(List.of(knot)));
        }
    }

    /** The recorder's thread sleeps until a sample of the program's wakes it. */
    @ParameterizedTest
    @CsvSource({"whodunit,", "other,worker"})
    void theRecorderWantsNothingOfTheProgram(String name, String knot) throws IOException {
        WaitFileBuilder file = new WaitFileBuilder().thread(1, 100, 100, "main").thread(2, 101, 100, "worker")
                .thread(3, 102, 100, name);
        for (long at = 0; at < 10_000 * MS; at += 100 * MS)
            file.add(new WaitFileBuilder.Interval(3, at + 2 * MS, at + 100 * MS, at + 100 * MS, MS, WaitKind.FUTEX,
                    Waker.THREAD, 2, 0, 0, 0, 0));
        file.write(dir.resolve("a.waits"));
        try (WaitRecording recording = WaitRecording.open(List.of(dir))) {
            assertThat(WaitAnalysis.of(recording, List.of(), WaitAnalysis.By.THREAD).knots())
                    .extracting(WaitGraph.Knot::vertices).isEqualTo(knot == null ? List.of() : List.of(List.of(knot)));
        }
    }
}
