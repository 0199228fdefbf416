// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.profile.Frame;
import whodunit.profile.RecordedProcess;

/** Waits have the stack that the sampler took of them, and none that it took of another. */
class WaitStacksTest {
    private static final long MS = 1_000_000, TURN = 10 * MS;
    private static final int TURNS = 300, PID = 1000;

    @TempDir
    private Path dir;

    private final RecordedProcess process = new RecordedProcess(7, "web", true);

    /** Two threads of a pool wait for a third in each turn; the sampler is told of two of three waits. */
    private WaitGraph graph(int ranges) throws IOException {
        WaitFileBuilder file = new WaitFileBuilder().blocksOf(50).thread(1, 1001, PID, "worker")
                .thread(2, 1002, PID, "worker").thread(3, 1003, PID, "holder").name(1, "pthread_cond_wait").stack(1, 1)
                .name(2, "pthread_cond_timedwait").stack(2, 2);
        process.pid = PID;
        for (int turn = 0; turn < TURNS; turn++)
            for (int worker = 1; worker <= 2; worker++) {
                long blocked = turn * TURN + worker * MS, woken = blocked + 5 * MS, running = woken + MS / 10;
                file.add(new WaitFileBuilder.Interval(worker, blocked, woken, running, MS, WaitKind.FUTEX, Waker.THREAD,
                        3, 0, 0, 1 + turn % 2, 0));
                // made to stop before it is told of the wait
                file.add(new WaitFileBuilder.Interval(worker, running + 1000, running + 1000, running + 2000, 1000,
                        WaitKind.PREEMPTED, Waker.UNKNOWN, 0, 0, 0, 0, 0));
                if (turn % 3 != 0)
                    process.waitStacks.put(1000 + worker, running + 3000,
                            process.samples.stack(of(worker == 1 ? "shop.Shop.buy" : "shop.Shop.sell")));
            }
        file.write(dir.resolve("a.waits"));
        try (WaitRecording recording = WaitRecording.open(List.of(dir))) {
            return WaitAnalysis.of(recording, List.of(process), WaitAnalysis.By.THREAD, ranges);
        }
    }

    private static List<Frame> of(String method) {
        return List.of(new Frame("thread_start", Frame.Kind.NATIVE), new Frame(method, Frame.Kind.JAVA),
                new Frame("java.lang.Object.wait", Frame.Kind.JAVA), new Frame("JVM_MonitorWait", Frame.Kind.NATIVE),
                new Frame("futex_wait", Frame.Kind.KERNEL));
    }

    private static double share(WaitGraph.Edge edge, String innermost) {
        return edge.sites().stream().filter(s -> s.waiting().get(0).equals(innermost))
                .mapToDouble(WaitGraph.Site::share).sum();
    }

    @Test
    void ofTheSameWait() throws IOException {
        WaitGraph.Edge edge = graph(1).edges().get(0);
        assertThat(edge.from()).as("threads of a pool are one, whatever each of them does")
                .isEqualTo("worker");
        assertThat(share(edge, "java.lang.Object.wait")).isCloseTo(2.0 / 3, within(0.005));
        assertThat(share(edge, "pthread_cond_wait") + share(edge, "pthread_cond_timedwait")).isCloseTo(1.0 / 3,
                within(0.005));
        assertThat(edge.sites()).filteredOn(s -> s.waiting().size() > 1).extracting(WaitGraph.Site::waiting)
                .containsExactlyInAnyOrder(List.of("java.lang.Object.wait", "shop.Shop.buy", "thread_start"),
                        List.of("java.lang.Object.wait", "shop.Shop.sell", "thread_start"));
    }

    /** But for one wait of each thread where ranges of time meet. */
    @Test
    void inEachRangeOfTime() throws IOException {
        assertThat(share(graph(6).edges().get(0), "java.lang.Object.wait")).isCloseTo(2.0 / 3, within(0.025));
    }

    @Test
    void aSentenceNamesTheProgramsOwnMethod() throws IOException {
        assertThat(graph(1).edges().get(0).sites()).anySatisfy(
                s -> assertThat(WaitSentence.place(s.waiting())).startsWith("shop.Shop.buy"));
    }
}
