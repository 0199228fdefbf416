// SPDX-License-Identifier: Apache-2.0
package whodunit.harness;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/**
 * The clock against what the JVM itself is told about its CPU time; nothing here depends on how fast the machine is.
 */
class CpuClockTest {
    private static final long TICKS_NANOS = 2 * 10_000_000L;
    private static final long WORK_NANOS = 100_000_000L;

    private final long pid = ProcessHandle.current().pid();

    private static long processNanos() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    private static long threadNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static void burn() {
        long end = threadNanos() + WORK_NANOS;
        while (threadNanos() < end)
            Thread.onSpinWait();
    }

    @Test
    void theProcessClockIsTheKernelsTotalWithThreadsThatHaveEnded() throws IOException, InterruptedException {
        CpuClock clock = new CpuClock(pid);
        double start = clock.millis();
        Thread dead = new Thread(CpuClockTest::burn);
        dead.start();
        dead.join();
        long before = processNanos();
        double now = clock.millis();
        long after = processNanos();
        assertThat(now * 1e6).isBetween((double) before - TICKS_NANOS, (double) after + TICKS_NANOS);
        assertThat((now - start) * 1e6).isGreaterThanOrEqualTo(WORK_NANOS - TICKS_NANOS);
    }
}
