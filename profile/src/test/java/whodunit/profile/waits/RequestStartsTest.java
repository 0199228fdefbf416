// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.profile.Context;
import whodunit.profile.ContextCounts;
import whodunit.profile.RecordedProcess;

/** What a request's time is before its thread knows that it works for it. */
class RequestStartsTest {
    private static final long MS = 1_000_000;
    private static final int ORDER = 2, SEARCH = 3, POLLER = 1, WORKER = 2;

    @TempDir
    private Path dir;

    private final WaitFileBuilder file = new WaitFileBuilder().thread(POLLER, 1000, 1000, "poller")
            .thread(WORKER, 1001, 1000, "worker");

    /** In ms; the worker is woken by the poller. */
    private void add(int thread, WaitKind kind, Waker waker, int context, long blocked, long woken, long running) {
        file.add(new WaitFileBuilder.Interval(thread, blocked * MS, woken * MS, running * MS, MS, kind, waker,
                waker == Waker.THREAD ? POLLER : 0, context, 0, 0, 0));
    }

    private final RecordedProcess process = new RecordedProcess(7, "web", false);

    private WaitGraph.Split order() throws IOException {
        return split("Order");
    }

    private WaitGraph.Split split(String type) throws IOException {
        process.pid = 1000;
        process.contexts.put(ORDER, new Context(ORDER, 0, Context.Kind.TRANSACTION, "Order", List.of(), 0, 0));
        file.write(dir.resolve("a.waits"));
        try (WaitRecording recording = WaitRecording.open(List.of(dir))) {
            return WaitAnalysis.of(recording, List.of(process), WaitAnalysis.By.TRANSACTION, 1).splits().stream()
                    .filter(s -> s.type().equals(type)).findFirst().orElseThrow();
        }
    }

    private static void assertPart(WaitGraph.Split split, Share share, double millis) {
        assertThat(1000 * split.parts().get(new WaitGraph.Part(share, ""))).as(share.name())
                .isCloseTo(millis, within(1e-6));
    }

    @Test
    void theRequestIsUnderWaySinceThePollerWasWoken() throws IOException {
        add(POLLER, WaitKind.EPOLL, Waker.NETWORK, 0, 1, 10, 12);
        add(WORKER, WaitKind.FUTEX, Waker.THREAD, 0, 1, 15, 18);
        add(POLLER, WaitKind.EPOLL, Waker.NETWORK, 0, 17, 40, 41);
        add(WORKER, WaitKind.DISK, Waker.DISK, ORDER, 20, 25, 26);
        WaitGraph.Split order = order();
        assertPart(order, Share.HANDOVER, 5);
        assertPart(order, Share.RUNNABLE, 3 + 1);
        assertPart(order, Share.DISK, 5);
        assertThat(order.ready().get(new WaitGraph.Part(Share.DISK, ""))).isCloseTo(0.001, within(1e-9));
    }

    @Test
    void aThreadThatIsMadeToStopBeforeItKnowsForWhomItWorksIsReadyForTheRequest() throws IOException {
        add(WORKER, WaitKind.SOCKET, Waker.NETWORK, 0, 1, 15, 18);
        add(WORKER, WaitKind.PREEMPTED, Waker.UNKNOWN, 0, 19, 19, 23);
        add(WORKER, WaitKind.DISK, Waker.DISK, ORDER, 24, 25, 26);
        WaitGraph.Split order = order();
        assertPart(order, Share.RUNNABLE, 3 + 4 + 1);
        assertThat(order.parts()).doesNotContainKey(new WaitGraph.Part(Share.HANDOVER, ""));
    }

    @Test
    void whatAThreadIsWokenForAfterTheRequestIsNotTheRequests() throws IOException {
        add(WORKER, WaitKind.DISK, Waker.DISK, ORDER, 4, 5, 6);
        add(WORKER, WaitKind.PREEMPTED, Waker.UNKNOWN, 0, 7, 7, 9);
        add(WORKER, WaitKind.FUTEX, Waker.THREAD, 0, 10, 15, 18);
        assertPart(order(), Share.RUNNABLE, 1);
    }

    /** The second of three requests is a search, and waits for nothing. */
    @Test
    void aRequestThatWaitsForNothingIsToldOfByThatItHasBegun() throws IOException {
        process.contexts.put(SEARCH, new Context(SEARCH, 0, Context.Kind.TRANSACTION, "Search", List.of(), 0, 0));
        for (int request = 0; request < 3; request++) {
            long at = 100L * request;
            add(POLLER, WaitKind.EPOLL, Waker.NETWORK, 0, at + 1, at + 10, at + 12);
            file.add(new WaitFileBuilder.Interval(WORKER, (at + 1) * MS, (at + 15) * MS, (at + 18) * MS, MS,
                    WaitKind.FUTEX, Waker.THREAD, POLLER, 0, request == 2 ? 1 : 0, SEARCH, 0, 0, 0));
            if (request != 1)
                add(WORKER, WaitKind.DISK, Waker.DISK, ORDER, at + 20, at + 25, at + 26);
        }
        add(POLLER, WaitKind.EPOLL, Waker.NETWORK, 0, 212, 240, 241);
        WaitGraph.Split search = split("Search");
        assertPart(search, Share.HANDOVER, 5);
        assertPart(search, Share.RUNNABLE, 3);
        assertThat(search.seconds()).isCloseTo(0.008, within(1e-9));
        assertPart(order(), Share.HANDOVER, 10);
    }

    /** Until it has handed the request over, that is a part of its own. */
    @Test
    void whatAPollerComputesIsNotDividedAsWell() throws IOException {
        process.counts.add(ORDER, 0, 1, new ContextCounts(1, 0, 0, 0));
        process.add(new RecordedProcess.Label.Of(Context.ROOT), List.of(), 3);
        process.add(new RecordedProcess.Label.Of(ORDER), List.of(), 1);
        add(POLLER, WaitKind.EPOLL, Waker.NETWORK, 0, 1, 10, 12);
        add(WORKER, WaitKind.FUTEX, Waker.THREAD, 0, 1, 15, 18);
        add(WORKER, WaitKind.DISK, Waker.DISK, ORDER, 20, 25, 26);
        add(POLLER, WaitKind.EPOLL, Waker.NETWORK, 0, 17, 40, 41);
        assertPart(order(), Share.CPU, 2); // of 4 ms, of which the poller has had 2
    }
}
