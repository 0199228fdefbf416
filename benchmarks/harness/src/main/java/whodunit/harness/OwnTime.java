// SPDX-License-Identifier: Apache-2.0
package whodunit.harness;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * For how long the calling thread has computed, and been ready to, by the kernel's account. What it took besides, it
 * was blocked for.
 */
public final class OwnTime {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final Path ACCOUNT = Path.of("/proc/thread-self/schedstat");

    private final long ready, used;

    private OwnTime(long ready, long used) {
        this.ready = ready;
        this.used = used;
    }

    /** From now on; to ask for the account takes longer than many a request, and is no part of it. */
    public static OwnTime begin() throws IOException {
        long ready = ready();
        return new OwnTime(ready, THREADS.getCurrentThreadCpuTime());
    }

    /** Nanoseconds since then. */
    public long passed() throws IOException {
        long now = THREADS.getCurrentThreadCpuTime();
        return now - used + ready() - ready;
    }

    /** The account's first number is of the last tick or switch, its second one is exact. */
    private static long ready() throws IOException {
        return Long.parseLong(Files.readString(ACCOUNT).split(" ")[1]);
    }
}
