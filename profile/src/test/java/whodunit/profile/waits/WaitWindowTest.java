// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What of a recording is looked at: a part of its time, and nothing that happens once. */
class WaitWindowTest {
    private static final long S = 1_000_000_000;

    @TempDir
    private Path dir;

    /** The worker waits for the disk each second from 10 to 20, for 0.6 s; the main thread until it is told to end. */
    @BeforeEach
    void record() throws IOException {
        WaitFileBuilder file = new WaitFileBuilder().blocksOf(3).thread(1, 100, 100, "main").thread(2, 101, 100,
                "worker").thread(3, 102, 100, "signals");
        for (int second = 10; second < 20; second++)
            file.add(new WaitFileBuilder.Interval(2, second * S, second * S + 6 * S / 10, second * S + 7 * S / 10,
                    3 * S / 10, WaitKind.DISK, Waker.DISK, 0, 0, 0, 0, 0));
        file.add(new WaitFileBuilder.Interval(1, S, 29 * S, 29 * S, 0, WaitKind.SOCKET, Waker.THREAD, 3, 0, 0, 0, 0));
        file.write(dir.resolve("a.waits"));
    }

    private WaitGraph graph(double since, double until) throws IOException {
        try (WaitRecording recording = WaitRecording.open(List.of(dir))) {
            recording.within(since, until);
            return WaitAnalysis.of(recording, List.of(), WaitAnalysis.By.THREAD, 4);
        }
    }

    private static double weight(WaitGraph g) {
        assertThat(g.edges()).hasSize(1).first().extracting(WaitGraph.Edge::from, WaitGraph.Edge::to)
                .containsExactly("worker", "disk");
        return g.edges().get(0).weight();
    }

    @Test
    void aWaitOfHalfTheTimeHappensOnceAndLimitsNothing() throws IOException {
        WaitGraph g = graph(0, Double.POSITIVE_INFINITY);
        assertThat(g.seconds()).isCloseTo(29, within(1e-6));
        assertThat(weight(g)).isCloseTo(6.0 / 29, within(1e-6));
        assertThat(g.explanation()).contains("1 waits of half the time or more are left out: they happen once");
    }

    @Test
    void aPartOfTheTimeHasWhatEndedWithinIt() throws IOException {
        WaitGraph g = graph(10.3, 15.5);
        assertThat(g.seconds()).isCloseTo(5.2, within(1e-6));
        assertThat(weight(g)).isCloseTo((0.3 + 4 * 0.6) / 5.2, within(1e-6)); // the last one ends after 15.5
        WaitGraph.Vertex worker = g.vertices().stream().filter(v -> v.name().equals("worker")).findFirst()
                .orElseThrow();
        assertThat(worker.waiting()).isCloseTo((0.3 + 4 * 0.6) / 5.2, within(1e-6));
        assertThat(worker.runnable()).isCloseTo(0.5 / 5.2, within(1e-6));
        assertThat(worker.cpu()).isCloseTo(4 * 0.3 / 5.2, within(1e-6));
    }

    /** The recording's first sample was taken in second 12 of the file. */
    @Test
    void secondsCountFromWhereTheyAreToldTo() throws IOException {
        try (WaitRecording recording = WaitRecording.open(List.of(dir))) {
            recording.countFrom(12 * S);
            recording.within(1, 3);
            assertThat(recording.start()).isEqualTo(13 * S);
            assertThat(recording.end()).isEqualTo(15 * S);
            recording.within(0, 2);
            assertThat(recording.start()).isZero();
            assertThat(recording.end()).isEqualTo(14 * S);
        }
    }
}
