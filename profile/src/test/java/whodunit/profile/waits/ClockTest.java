// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clocks that step, and processors that go. Thread 1 waits 6 of each 10 ms, for thread 2. */
class ClockTest {
    private static final long MS = 1_000_000;
    private static final int ROUNDS = 1000;

    @TempDir
    private Path dir;

    private final WaitFileBuilder file = new WaitFileBuilder().blocksOf(100).thread(1, 101, 100, "waits")
            .thread(2, 102, 100, "works");

    private static WaitFileBuilder.Interval wait(int thread, long blocked, long woken, long running, WaitKind kind,
            Waker waker) {
        return new WaitFileBuilder.Interval(thread, blocked, woken, running, 0, kind, waker,
                waker == Waker.THREAD ? 2 : 0, 0, 0, 0, 0);
    }

    private void round(long at) {
        file.add(wait(1, at, at + 6 * MS, at + 7 * MS, WaitKind.FUTEX, Waker.THREAD));
    }

    private WaitGraph graph(double until) throws IOException {
        file.write(dir.resolve("a.waits"));
        try (WaitRecording recording = WaitRecording.open(List.of(dir))) {
            recording.within(0, until);
            assertOrder(recording);
            return WaitAnalysis.of(recording, List.of(), WaitAnalysis.By.THREAD, 3);
        }
    }

    private static void assertOrder(WaitRecording recording) throws IOException {
        BlockCursor all = new BlockCursor(0, recording.files.get(0), Long.MIN_VALUE, Long.MAX_VALUE);
        while (all.previous()) {
            Intervals in = all.intervals;
            assertThat(in.blocked[all.at]).isLessThanOrEqualTo(in.woken[all.at]);
            assertThat(in.woken[all.at]).isLessThanOrEqualTo(in.running[all.at]);
        }
    }

    private static double seconds(WaitGraph g, String from, String to) {
        return g.seconds() * g.edges().stream().filter(e -> e.from().equals(from) && e.to().equals(to))
                .mapToDouble(WaitGraph.Edge::direct).sum();
    }

    @Test
    void onlyWaitsOfTheRangeAreCounted() throws IOException {
        for (int i = 0; i < ROUNDS; i++)
            round((10L * i + 1) * MS);
        assertThat(graph(Double.POSITIVE_INFINITY).intervals()).isEqualTo(ROUNDS);
        assertThat(graph(5).intervals()).isEqualTo(500);
    }

    /** Its file was damaged where the threads are defined: what wakes is called as a device is. */
    @Test
    void aThreadThatIsCalledAsADeviceHasANumber() throws IOException {
        file.thread(3, 103, 100, Waker.TIMER.vertex);
        for (int i = 0; i < ROUNDS; i++) {
            round((10L * i + 1) * MS);
            file.add(wait(3, (10L * i + 1) * MS, (10L * i + 5) * MS, (10L * i + 5) * MS, WaitKind.SLEEP, Waker.TIMER));
        }
        assertThat(graph(Double.POSITIVE_INFINITY).edges()).extracting(WaitGraph.Edge::from, WaitGraph.Edge::to)
                .contains(tuple("timer/103", "timer/" + Waker.TIMER.ordinal()));
    }

    /** An interval that ends before it begins costs itself, and none of those that are told with it. */
    @Test
    void aStepBackWithinAnIntervalCostsThatOne() throws IOException {
        for (int i = 0; i < ROUNDS; i++) {
            long at = (10L * i + 1) * MS;
            if (i == 550) {
                file.add(wait(1, at, at + 6 * MS, at + 5 * MS, WaitKind.FUTEX, Waker.THREAD));
                file.add(wait(2, at + 9 * MS, at + 8 * MS, at + 9 * MS, WaitKind.FUTEX, Waker.DISK));
            } else {
                round(at);
            }
        }
        WaitGraph g = graph(Double.POSITIVE_INFINITY);
        assertThat(seconds(g, "waits", "works")).isCloseTo((ROUNDS - 1) * 6e-3, within(1e-9));
        assertThat(g.explanation()).contains("2 intervals could not be read");
    }

    /** After a step back times come again: a thread seems to be in two places. It waits no longer than time lasts. */
    @Test
    void aStepBackBetweenIntervalsMakesNoTime() throws IOException {
        for (int i = 0; i < ROUNDS; i++)
            round((10L * (i < 500 ? i : i - 200) + 1 + (i < 500 ? 0 : 3)) * MS);
        WaitGraph g = graph(Double.POSITIVE_INFINITY);
        assertThat(g.seconds()).isCloseTo(8, within(0.02));
        assertThat(seconds(g, "waits", "works")).isBetween(800 * 6e-3, g.seconds());
    }

    /** What was before a step ahead is not touched by it: one wait seems to have lasted for a day. */
    @Test
    void aStepAheadIsOneLongWait() throws IOException {
        long day = 86_400_000 * MS;
        for (int i = 0; i < ROUNDS; i++) {
            long at = (10L * i + 1) * MS;
            if (i == 500)
                file.add(wait(1, at, at + day, at + day, WaitKind.FUTEX, Waker.THREAD));
            else
                round(i < 500 ? at : at + day);
        }
        assertThat(seconds(graph(5), "waits", "works")).isCloseTo(500 * 6e-3, within(1e-9));
        WaitGraph whole = graph(Double.POSITIVE_INFINITY);
        assertThat(whole.explanation()).contains("1 waits of half the time or more are left out: they happen once");
    }

    /** Times of the two processors differ by some ms, so what one tells lies before what the other has told. */
    @Test
    void processorsWhoseClocksDiffer() throws IOException {
        Random random = new Random(1);
        Map<WaitFileBuilder.Interval, Boolean> second = new HashMap<>();
        for (int i = 0; i < ROUNDS; i++) {
            long at = (10L * i + 1) * MS, ahead = random.nextBoolean() ? 3 * MS : 0;
            WaitFileBuilder.Interval w = wait(1, at + ahead, at + ahead + 6 * MS, at + ahead + 6 * MS, WaitKind.FUTEX,
                    Waker.THREAD);
            file.addLate(w, at + 7 * MS);
            second.put(w, ahead > 0);
        }
        assertThat(second.values()).contains(true, false);
        assertThat(seconds(graph(Double.POSITIVE_INFINITY), "waits", "works")).isCloseTo(ROUNDS * 6e-3, within(1e-9));
    }

    /**
     * A processor goes while thread 2 runs on it: the thread is made to stop, and runs again on another one 50 ms
     * later. Thread 1 waits for it meanwhile; so does a third, whose waking was not seen.
     */
    @Test
    void aProcessorThatGoesInTheMiddle() throws IOException {
        file.thread(3, 103, 100, "unseen");
        for (int i = 0; i < ROUNDS; i++) {
            long at = (100L * i + 1) * MS;
            file.add(wait(1, at, at + 60 * MS, at + 60 * MS, WaitKind.FUTEX, Waker.THREAD));
            file.add(wait(2, at + 5 * MS, at + 5 * MS, at + 55 * MS, WaitKind.PREEMPTED, Waker.UNKNOWN));
            file.add(wait(3, at + 5 * MS, at + 58 * MS, at + 59 * MS, WaitKind.FUTEX, Waker.UNKNOWN));
        }
        WaitGraph g = graph(Double.POSITIVE_INFINITY);
        assertThat(seconds(g, "waits", "works")).isCloseTo(ROUNDS * 60e-3, within(1e-9));
        assertThat(seconds(g, "unseen", "unknown")).isCloseTo(ROUNDS * 53e-3, within(1e-9));
        assertThat(g.vertices()).filteredOn(v -> v.name().equals("works")).singleElement()
                .satisfies(v -> assertThat(v.runnable() * g.seconds()).isCloseTo(ROUNDS * 50e-3, within(1e-9)));
        assertThat(g.knots()).singleElement().satisfies(k -> assertThat(k.vertices()).containsExactly("works"));
    }

    /** The end of the first thread of that number was not seen. */
    @Test
    void aNumberOfAThreadWhoseEndWasNotSeen() throws IOException {
        file.thread(new WaitThread(3, 103, 100, 100, 2, 1, 0, true, "first"))
                .thread(new WaitThread(4, 103, 100, 100, 2, 5000 * MS, 0, true, "again"));
        for (int i = 0; i < ROUNDS; i++)
            file.add(wait(i < ROUNDS / 2 ? 3 : 4, (10L * i + 1) * MS, (10L * i + 5) * MS, (10L * i + 6) * MS,
                    WaitKind.FUTEX, Waker.THREAD));
        WaitGraph g = graph(Double.POSITIVE_INFINITY);
        assertThat(seconds(g, "first", "works")).isCloseTo(ROUNDS / 2 * 4e-3, within(1e-9));
        assertThat(seconds(g, "again", "works")).isCloseTo(ROUNDS / 2 * 4e-3, within(1e-9));
    }
}
