// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Very many threads, and threads that have the number of one that has ended. */
@Timeout(60)
class ManyThreadsTest {
    private static final int THREADS = 10_000, CONVOY = 100;
    private static final long MS = 1_000_000;

    @TempDir
    private Path dir;

    private WaitGraph graph(WaitFileBuilder file) throws IOException {
        file.write(dir.resolve("a.waits"));
        try (WaitRecording recording = WaitRecording.open(List.of(dir))) {
            return WaitAnalysis.of(recording, List.of(), WaitAnalysis.By.THREAD, 3);
        }
    }

    private static WaitFileBuilder.Interval wait(int thread, long blocked, long woken, int by) {
        return new WaitFileBuilder.Interval(thread, blocked, woken, woken, 0, WaitKind.FUTEX, Waker.THREAD, by, 0, 0, 0,
                0);
    }

    /** A hundred convoys: each hands a lock from thread to thread, which keep it for a millisecond; ten rounds. */
    @Test
    void convoysOfTenThousand() throws IOException {
        WaitFileBuilder file = new WaitFileBuilder().blocksOf(3000);
        for (int t = 0; t < THREADS; t++)
            file.thread(t + 1, 100 + t, 100, "worker");
        for (int turn = CONVOY; turn < 10 * CONVOY; turn++)
            for (int t = turn % CONVOY; t < THREADS; t += CONVOY) {
                int before = t % CONVOY == 0 ? t + CONVOY - 1 : t - 1;
                file.add(wait(t + 1, (turn - CONVOY + 1) * MS, turn * MS, before + 1));
            }
        WaitGraph g = graph(file);
        assertThat(g.vertices()).singleElement().satisfies(v -> assertThat(v.threads()).isEqualTo(THREADS));
        assertThat(g.knots()).singleElement().satisfies(k -> assertThat(k.vertices()).containsExactly("worker"));
        double waited = 9.0 * THREADS * (CONVOY - 1) * MS / 1e9;
        assertThat(g.edges().get(0).direct() * g.seconds()).isCloseTo(waited, within(waited / 1e6));
    }

    @Test
    void aNumberThatIsUsedAgainIsAnotherThread() throws IOException {
        long second = 1000 * MS;
        WaitFileBuilder file = new WaitFileBuilder().thread(1, 100, 100, "server")
                .thread(new WaitThread(2, 101, 100, 100, 1, second, 10 * second, true, "first"))
                .thread(new WaitThread(3, 101, 100, 100, 1, 11 * second, 0, true, "again"));
        for (int i = 0; i < 8; i++) {
            file.add(wait(2, (2 * i + 2) * second / 2, (2 * i + 3) * second / 2, 1));
            file.add(wait(3, (2 * i + 24) * second / 2, (2 * i + 25) * second / 2, 1));
        }
        assertThat(graph(file).edges()).extracting(WaitGraph.Edge::from, WaitGraph.Edge::to, WaitGraph.Edge::waits)
                .containsExactlyInAnyOrder(org.assertj.core.groups.Tuple.tuple("first", "server", 8L),
                        org.assertj.core.groups.Tuple.tuple("again", "server", 8L));
    }
}
