// SPDX-License-Identifier: Apache-2.0
package whodunit.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A process's CPU time as the kernel accounts it: user and system time of all its threads, dead ones included. */
public final class CpuClock {
    /** USER_HZ, fixed on Linux; the sum behind it is exact, only its display is rounded. */
    private static final double TICK_MILLIS = 10;

    private final Path stat;

    public CpuClock(long pid) {
        stat = Path.of("/proc", Long.toString(pid), "stat");
    }

    /** Milliseconds since the process began. */
    public double millis() throws IOException {
        String line = Files.readString(stat);
        String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ");
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * TICK_MILLIS;
    }
}
