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

    private final long nanos;

    private OwnTime(long nanos) {
        this.nanos = nanos;
    }

    /** The account's first number is of the last tick or switch, its second one is exact. */
    public static OwnTime now() throws IOException {
        long ready = Long.parseLong(Files.readString(ACCOUNT).split(" ")[1]);
        return new OwnTime(THREADS.getCurrentThreadCpuTime() + ready);
    }

    /** Nanoseconds. */
    public long since(OwnTime before) {
        return nanos - before.nanos;
    }
}
