// SPDX-License-Identifier: Apache-2.0
package whodunit.harness.oracle;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import whodunit.harness.ThreadClock;

/** CPU of a server's processes, without what it would use if it were idle. For one thread. */
public final class ServerClock {
    private static final long REST_MILLIS = 3000;

    private final List<ThreadClock> processes;
    private double idle;
    private long read;

    public ServerClock(List<Long> pids) {
        processes = pids.stream().map(ThreadClock::new).toList();
    }

    /** Measures what servers use that nobody asks for anything, for some seconds. */
    public static void rest(Collection<ServerClock> clocks) throws IOException, InterruptedException {
        for (ServerClock clock : clocks) {
            clock.idle = 0;
            clock.lap();
        }
        Thread.sleep(REST_MILLIS);
        for (ServerClock clock : clocks)
            clock.idle = clock.lap() / REST_MILLIS;
    }

    /** Milliseconds of CPU since the last reading. */
    public double lap() throws IOException {
        long now = System.nanoTime();
        double elapsed = (now - read) / 1e6, all = 0;
        read = now;
        for (ThreadClock process : processes)
            all += process.lap();
        return all - idle * elapsed;
    }
}
