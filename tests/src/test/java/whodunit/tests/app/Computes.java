// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import whodunit.agent.api.Whodunit;

/**
 * A thread that works for requests which wait for nothing, and waits between them. One in twenty is rare. Prints, by
 * type, the milliseconds that it has computed.
 */
public final class Computes {
    private static final int REQUESTS = 300;
    private static final int RARE = 20;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private Computes() {}

    public static void main(String[] args) throws InterruptedException {
        long common = 0, rare = 0;
        for (int i = 1; i <= REQUESTS; i++) {
            boolean isRare = i % RARE == 0;
            long ran = request(isRare ? "rare" : "common", isRare ? 6_000_000 : 3_000_000);
            if (isRare)
                rare += ran;
            else
                common += ran;
            Thread.sleep(2);
        }
        System.out.printf("common %d%nrare %d%n", common / 1_000_000, rare / 1_000_000);
    }

    private static long request(String type, long nanos) {
        long start = THREADS.getCurrentThreadCpuTime(), ran = 0;
        int before = Whodunit.begin(type);
        while (ran < nanos)
            ran = THREADS.getCurrentThreadCpuTime() - start;
        Whodunit.end(before);
        return ran;
    }
}
