// SPDX-License-Identifier: Apache-2.0
package whodunit.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.junit.jupiter.api.Test;

/** On this JVM's own threads; nothing depends on how fast the machine is. */
class ThreadClockTest {
    private static final long WORK_NANOS = 100_000_000L;
    /** The kernel brings a running thread's account up to date at ticks. */
    private static final double LEAST_MILLIS = 0.9 * WORK_NANOS / 1e6;

    private final ThreadClock clock = new ThreadClock(ProcessHandle.current().pid());

    /** What the clock says of the time in which a thread of that name works. */
    private ThreadClock.Time whileBusy(String name) throws InterruptedException {
        ThreadClock.Time[] time = new ThreadClock.Time[1];
        Thread busy = new Thread(() -> {
            try {
                clock.start();
                ThreadMXBean threads = ManagementFactory.getThreadMXBean();
                long end = threads.getCurrentThreadCpuTime() + WORK_NANOS;
                while (threads.getCurrentThreadCpuTime() < end)
                    Thread.onSpinWait();
                time[0] = clock.elapsed();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }, name);
        busy.start();
        busy.join();
        return time[0];
    }

    /** HotSpot tells the kernel the names of Java threads, too. */
    @Test
    void compilersAndCollectorsAreHousekeeping() throws InterruptedException {
        for (String name : new String[] {"C2 CompilerThread9", "C1 CompilerThread9", "GC Thread#9", "G1 Conc#9"}) {
            ThreadClock.Time time = whileBusy(name);
            assertThat(time.housekeeping()).isGreaterThanOrEqualTo(LEAST_MILLIS);
            assertThat(time.all()).isGreaterThanOrEqualTo(time.housekeeping());
        }
    }

    @Test
    void othersAreNot() throws InterruptedException {
        ThreadClock.Time time = whileBusy("http-nio-exec-1");
        assertThat(time.all() - time.housekeeping()).isGreaterThanOrEqualTo(LEAST_MILLIS);
    }

    @Test
    void agreesWithTheProcessesClockWhoseThreadsAllLive() throws IOException, InterruptedException {
        Process other = new ProcessBuilder("sh", "-c",
                "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; echo; exec sleep 60").start();
        try {
            other.getInputStream().read(); // it has worked
            CpuClock process = new CpuClock(other.pid());
            double before = process.millis();
            ThreadClock.Time time = new ThreadClock(other.pid()).elapsed();
            assertThat(time.all()).isBetween(before - 20, process.millis() + 20);
            assertThat(time.housekeeping()).isZero();
        } finally {
            other.destroyForcibly().waitFor();
        }
    }

    @Test
    void countsNothingThatWasBefore() throws IOException, InterruptedException {
        Process idle = new ProcessBuilder("sh", "-c",
                "i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; echo; read never").start();
        try {
            idle.getInputStream().read();
            ThreadClock of = new ThreadClock(idle.pid());
            double worked = of.elapsed().all();
            of.start();
            assertThat(worked).isPositive();
            assertThat(of.elapsed().all()).isLessThan(worked / 2);
            ThreadClock laps = new ThreadClock(idle.pid());
            assertThat(laps.lap()).isGreaterThanOrEqualTo(worked);
            assertThat(laps.lap()).isLessThan(worked / 2);
        } finally {
            idle.destroyForcibly().waitFor();
        }
    }
}
