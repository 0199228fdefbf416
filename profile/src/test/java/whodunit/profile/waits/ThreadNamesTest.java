// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThreadNamesTest {
    @TempDir
    private Path dir;

    private final WaitFileBuilder file = new WaitFileBuilder();
    private int names, stacks, time;

    /** A stack of these functions, innermost first. */
    private int stack(String... functions) {
        int[] ids = new int[functions.length];
        for (int i = 0; i < ids.length; i++)
            file.name(ids[i] = ++names, functions[i]);
        file.stack(++stacks, ids);
        return stacks;
    }

    private void waits(int thread, int stack) {
        time += 100;
        file.add(new WaitFileBuilder.Interval(thread, time, time + 50, time + 50, 0, WaitKind.FUTEX, Waker.TIMER, 0, 0,
                0, stack, 0));
    }

    private List<String> named() throws IOException {
        file.write(dir.resolve("a.waits"));
        List<String> all = new ArrayList<>();
        try (WaitRecording recording = WaitRecording.open(List.of(dir))) {
            for (int t = Waker.values().length; t < recording.threadCount(); t++)
                all.add(recording.thread(t).name());
        }
        return all;
    }

    @Test
    void aThreadWithoutANameOfItsOwnIsCalledAsWhatItRuns() throws IOException {
        file.thread(1, 100, 100, "server").thread(2, 101, 100, "server").thread(3, 102, 100, "log writer")
                .thread(4, 103, 100, "server");
        waits(1, stack("poll", "accept_all", "main"));
        waits(2, stack("poll", "read_request", "_Z10connectionP3THD", "server+0x10", "pfs_spawn_thread",
                "thread_start_wrapper", "start_thread", "clone3"));
        waits(3, stack("fdatasync", "write_log", "start_thread"));
        waits(4, stack("poll", "read_request", "parse")); // does not reach the thread's beginning
        assertThat(named()).containsExactly("server", "connection", "log writer", "server");
    }

    /** A stripped program: what is called now and then is not what the thread runs. */
    @Test
    void whatRunsWithoutANameIsAPlace() throws IOException {
        file.thread(1, 100, 100, "server").thread(2, 101, 100, "server");
        int submits = stack("pthread_cond_signal", "submit", "server+0x77", "libstdc++.so.6+0xd4", "start_thread");
        int waits = stack("liburing.so.2+0x9", "server+0x77", "libstdc++.so.6+0xd4", "start_thread");
        waits(2, submits);
        waits(2, waits);
        assertThat(named()).containsExactly("server", "server+0x77");
    }

    @Test
    void threadsOfIoUringHaveOneName() throws IOException {
        file.thread(1, 100, 100, "server").thread(2, 101, 100, "iou-wrk-100").thread(3, 102, 100, "iou-wrk-101");
        waits(2, 0);
        assertThat(named()).containsExactly("server", "io_uring worker", "io_uring worker");
    }

    /** A client with a thread for each connection, say. */
    @Test
    void threadsThatAreNotRecordedAreOneIfTheyDifferByANumber() throws IOException {
        file.thread(1, 100, 100, "server");
        for (int id = 2; id < 5; id++) {
            file.thread(new WaitThread(id, 200 + id, 200, 200, 0, 1, 0, false, "terminal-" + id));
            for (int n = 0; n < 9; n++) {
                time += 100;
                file.add(new WaitFileBuilder.Interval(1, time, time + 50, time + 50, 0, WaitKind.SOCKET,
                        Waker.THREAD, id, 0, 0, 0, 0));
            }
        }
        file.write(dir.resolve("a.waits"));
        try (WaitRecording recording = WaitRecording.open(List.of(dir))) {
            assertThat(WaitAnalysis.of(recording, List.of(), WaitAnalysis.By.THREAD).edges())
                    .extracting(WaitGraph.Edge::to).containsExactly("(not recorded) terminal-*");
        }
    }

    /** The file says when both began, so it is known which of them had the number. */
    @Test
    void whoWakesIsNotTheRecordedThreadThatHasItsNumberLater() throws IOException {
        file.thread(1, 100, 100, "server").thread(new WaitThread(2, 101, 90, 90, 0, 1, 0, false, "client"))
                .thread(new WaitThread(3, 101, 100, 100, 1, 1_000_000, 0, true, "late"));
        for (int n = 0; n < 9; n++) {
            time += 100;
            file.add(new WaitFileBuilder.Interval(1, time, time + 50, time + 50, 0, WaitKind.SOCKET, Waker.THREAD, 2,
                    0, 0, 0, 0));
        }
        file.write(dir.resolve("a.waits"));
        try (WaitRecording recording = WaitRecording.open(List.of(dir))) {
            assertThat(WaitAnalysis.of(recording, List.of(), WaitAnalysis.By.THREAD).edges())
                    .extracting(WaitGraph.Edge::to).containsExactly("(not recorded) client");
        }
    }
}
