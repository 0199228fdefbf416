// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The sweep against the published rule, followed to the letter on waits at random. */
class SweepTest {
    private static final int THREADS = 12;

    @TempDir
    private Path dir;

    /** Waits of threads for others that run when the wait ends; long ones and short ones. */
    private static WaitFileBuilder random(long seed, int n) {
        Random random = new Random(seed);
        WaitFileBuilder file = new WaitFileBuilder().blocksOf(37);
        for (int t = 1; t <= THREADS; t++)
            file.thread(t, 100 + t, 100, "t" + t);
        long[] blocked = new long[THREADS + 1], running = new long[THREADS + 1];
        long now = 1000;
        for (int i = 0; i < n; i++) {
            now += 1 + random.nextInt(50);
            int t = 1 + random.nextInt(THREADS);
            if (blocked[t] == 0 && running[t] < now) {
                blocked[t] = now;
                continue;
            }
            int by = 1 + random.nextInt(THREADS);
            if (blocked[t] == 0 || by == t || blocked[by] != 0 && random.nextInt(9) != 0)
                continue;
            boolean thread = blocked[by] == 0;
            long runs = now + random.nextInt(30);
            file.add(new WaitFileBuilder.Interval(t, blocked[t], now, runs, 0, WaitKind.FUTEX,
                    thread ? Waker.THREAD : Waker.DISK, thread ? by : 0, 0, 0, 0, 0));
            blocked[t] = 0;
            running[t] = runs;
        }
        return file;
    }

    /** Each wait, and each wait within it of the thread that is waited for, and so on. */
    private static Map<String, Long> published(List<WaitFileBuilder.Interval> all) {
        Map<String, Long> weights = new HashMap<>();
        for (WaitFileBuilder.Interval i : all)
            cascade(all, i, i.blocked(), i.woken(), new boolean[THREADS + 1], weights);
        return weights;
    }

    private static void cascade(List<WaitFileBuilder.Interval> all, WaitFileBuilder.Interval wait, long from, long to,
            boolean[] path, Map<String, Long> weights) {
        boolean thread = wait.waker() == Waker.THREAD;
        if (from >= to || thread && path[wait.wakerThread()])
            return;
        weights.merge("t" + wait.thread() + " " + (thread ? "t" + wait.wakerThread() : "disk"), to - from, Long::sum);
        if (!thread)
            return;
        path[wait.thread()] = true;
        for (WaitFileBuilder.Interval i : all)
            if (i.thread() == wait.wakerThread())
                cascade(all, i, Math.max(from, i.blocked()), Math.min(to, i.woken()), path, weights);
        path[wait.thread()] = false;
    }

    private Map<String, Long> swept(int ranges) throws IOException {
        Map<String, Long> weights = new HashMap<>();
        try (WaitRecording recording = WaitRecording.open(List.of(dir))) {
            ThreadTiers tiers = new ThreadTiers(recording, List.of());
            ThreadVertices vertices = new ThreadVertices(recording, tiers);
            SweepRanges.of(recording, vertices, tiers, new WaitStacks(recording, tiers), ranges).edges
                    .forEach((from, to, kind, stack, wakerStack, cascaded, direct, count) -> weights
                            .merge(vertices.name(from) + " " + vertices.name(to), cascaded, Long::sum));
        }
        return weights;
    }

    @Test
    void addsUpWhatThePublishedRuleDoes() throws IOException {
        for (int seed = 0; seed < 20; seed++) {
            WaitFileBuilder file = random(seed, 2000);
            file.write(dir.resolve("a.waits"));
            Map<String, Long> expected = published(file.intervals());
            assertThat(expected.size()).isGreaterThan(THREADS);
            assertThat(swept(1)).isEqualTo(expected);
            assertThat(swept(7)).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2000, 37, 3, 1})
    void whatIsToldLateCountsWhenItWas(int perBlock) throws IOException {
        WaitFileBuilder inOrder = random(4, 2000), late = new WaitFileBuilder().blocksOf(perBlock);
        for (int t = 1; t <= THREADS; t++)
            late.thread(t, 100 + t, 100, "t" + t);
        Random random = new Random(4);
        inOrder.intervals().forEach(i -> late.addLate(i, i.running() + random.nextInt(500)));
        late.write(dir.resolve("a.waits"));
        assertThat(swept(1)).isEqualTo(published(inOrder.intervals()));
        assertThat(swept(5)).isEqualTo(published(inOrder.intervals()));
    }

    /** A thread that is ready for all of the time, told of early, makes all others wait for the blocks before. */
    @Test
    void moreThanCanWaitIsInOrderAllTheSame() throws IOException {
        WaitFileBuilder inOrder = random(5, 60_000), late = random(5, 60_000).blocksOf(3000);
        List<WaitFileBuilder.Interval> all = inOrder.intervals();
        assertThat(all.size()).isGreaterThan(3 * 4096);
        WaitFileBuilder.Interval ready = new WaitFileBuilder.Interval(THREADS + 1, 1000, 1010,
                all.get(all.size() - 1).running() + 1000, 0, WaitKind.FUTEX, Waker.THREAD, 1, 0, 0, 0, 0);
        inOrder.thread(THREADS + 1, 100, 100, "ready").add(ready).write(dir.resolve("a.waits"));
        Map<String, Long> expected = swept(1);
        assertThat(expected).containsEntry("ready t1", 10L);
        late.thread(THREADS + 1, 100, 100, "ready").addLate(ready, 1020).write(dir.resolve("a.waits"));
        assertThat(swept(1)).isEqualTo(expected);
        assertThat(swept(5)).isEqualTo(expected);
    }

    @Test
    void filesOfOneMachineAreOneRecording() throws IOException {
        WaitFileBuilder whole = random(1, 3000), odd = new WaitFileBuilder(), even = new WaitFileBuilder();
        for (int t = 1; t <= THREADS; t++) {
            odd.thread(t, 100 + t, 100, "t" + t);
            even.thread(t, 100 + t, 100, "t" + t);
        }
        whole.intervals().forEach(i -> (i.thread() % 2 == 0 ? even : odd).add(i));
        odd.write(dir.resolve("odd.waits"));
        even.write(dir.resolve("even.waits"));
        assertThat(swept(3)).isEqualTo(published(whole.intervals()));
    }

    @Test
    void aFileThatWasCutYieldsWhatIsWhole() throws IOException {
        byte[] bytes = random(2, 3000).bytes();
        Files.write(dir.resolve("a.waits"), Arrays.copyOf(bytes, bytes.length * 2 / 3));
        try (WaitRecording recording = WaitRecording.open(List.of(dir))) {
            assertThat(recording.problems()).singleElement().asString().contains("cut off");
            assertThat(recording.intervals()).isBetween(200L, 1000L);
        }
        swept(2);
    }

    @Test
    void aDamagedBlockIsCountedAndLeftOut() throws IOException {
        byte[] bytes = random(3, 3000).bytes();
        bytes[32 + BlockHead.SIZE + 20] ^= 1;
        Files.write(dir.resolve("a.waits"), bytes);
        try (WaitRecording recording = WaitRecording.open(List.of(dir))) {
            WaitGraph g = WaitAnalysis.of(recording, List.of(), WaitAnalysis.By.THREAD);
            assertThat(g.explanation()).contains("37 intervals could not be read");
        }
    }
}
