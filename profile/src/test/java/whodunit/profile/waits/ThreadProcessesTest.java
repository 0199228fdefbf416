// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.profile.Context;
import whodunit.profile.RecordedProcess;

/** Processes that see themselves as number 1: of containers side by side, one after the other, and elsewhere. */
class ThreadProcessesTest {
    private static final long SECOND = 1_000_000_000;
    private static final int CONTEXT = 2;

    @TempDir
    private Path dir;

    /** A process's only thread, which waits for the disk half of the time, for a transaction. */
    private void waits(int tid, long started, long from, long until) throws IOException {
        WaitFileBuilder file = new WaitFileBuilder()
                .thread(new WaitThread(1, tid, tid, 1, 0, started, until, true, "main" + tid));
        for (long t = from; t < until; t += SECOND / 10)
            file.add(new WaitFileBuilder.Interval(1, t, t + SECOND / 20, t + SECOND / 20, 0, WaitKind.DISK, Waker.DISK,
                    0, CONTEXT, 0, 0, 0));
        file.write(dir.resolve("kernel-" + tid + ".waits"));
    }

    private static RecordedProcess process(long uid, String tier, String type, long started) {
        RecordedProcess p = new RecordedProcess(uid, tier, false);
        p.pid = 1;
        p.startUnixNanos = started;
        p.contexts.put(CONTEXT, new Context(CONTEXT, 0, Context.Kind.TRANSACTION, type, List.of(), 0, 0));
        return p;
    }

    private List<String> whoWaits(WaitAnalysis.By by, RecordedProcess... processes) throws IOException {
        try (WaitRecording recording = WaitRecording.open(List.of(dir))) {
            return WaitAnalysis.of(recording, List.of(processes), by).edges().stream().map(WaitGraph.Edge::from)
                    .sorted().toList();
        }
    }

    /** As of a JVM, whose first thread waits from beginning to end; the later thread comes first in the file. */
    @Test
    void theFirstThreadMayNotBeTold() throws IOException {
        WaitFileBuilder file = new WaitFileBuilder()
                .thread(new WaitThread(1, 102, 100, 1, 0, 13 * SECOND, 40 * SECOND, true, "late"))
                .thread(new WaitThread(2, 101, 100, 1, 0, 12 * SECOND, 40 * SECOND, true, "early"));
        for (int thread = 1; thread <= 2; thread++)
            for (long t = 14 * SECOND; t < 40 * SECOND; t += SECOND / 10)
                file.add(new WaitFileBuilder.Interval(thread, t, t + SECOND / 20, t + SECOND / 20, 0, WaitKind.DISK,
                        Waker.DISK, 0, CONTEXT, 0, 0, 0));
        file.write(dir.resolve("kernel-100.waits"));
        assertThat(whoWaits(WaitAnalysis.By.TRANSACTION, process(1, "web", "Page", 11 * SECOND)))
                .containsExactly("Page");
    }

    @Test
    void containersSideBySideAreTwo() throws IOException {
        waits(100, 10 * SECOND, 11 * SECOND, 40 * SECOND);
        waits(200, 20 * SECOND, 21 * SECOND, 40 * SECOND);
        RecordedProcess[] both = {process(1, "web", "Page", 11 * SECOND), process(2, "db", "Query", 21 * SECOND)};
        assertThat(whoWaits(WaitAnalysis.By.TRANSACTION, both)).containsExactly("Page", "Query");
        assertThat(whoWaits(WaitAnalysis.By.TIER, both)).containsExactly("db", "web");
    }

    @Test
    void aContainerThatIsStartedAgainIsAnother() throws IOException {
        waits(100, 10 * SECOND, 11 * SECOND, 20 * SECOND);
        waits(200, 30 * SECOND, 31 * SECOND, 40 * SECOND);
        assertThat(whoWaits(WaitAnalysis.By.TRANSACTION, process(1, "web", "Old", 11 * SECOND),
                process(2, "web", "New", 31 * SECOND))).containsExactly("New", "Old");
    }

    @Test
    void ofWhatAThreadExecutesTheLaterCounts() throws IOException {
        waits(100, 10 * SECOND, 11 * SECOND, 40 * SECOND);
        assertThat(whoWaits(WaitAnalysis.By.TRANSACTION, process(2, "db", "Query", 12 * SECOND),
                process(1, "wrapper", "Start", 11 * SECOND))).containsExactly("Query");
    }

    @Test
    void whatWasStartedTooCloseIsNotNamed() throws IOException {
        waits(100, 10 * SECOND, 11 * SECOND, 40 * SECOND);
        waits(200, 10 * SECOND + 1, 12 * SECOND, 40 * SECOND);
        assertThat(whoWaits(WaitAnalysis.By.TRANSACTION, process(1, "web", "Page", 11 * SECOND),
                process(2, "db", "Query", 10 * SECOND + 2))).containsExactly("main100: main100", "main200: main200");
    }

    @Test
    void aProcessOfAnotherMachineIsNot() throws IOException {
        waits(100, 10 * SECOND, 11 * SECOND, 40 * SECOND);
        RecordedProcess elsewhere = process(1, "web", "Page", 100_011 * SECOND);
        elsewhere.clockOffsetNanos = 100_000 * SECOND;
        assertThat(whoWaits(WaitAnalysis.By.TRANSACTION, elsewhere)).containsExactly("main100");
        assertThat(whoWaits(WaitAnalysis.By.TIER, elsewhere)).containsExactly("main100");
    }
}
