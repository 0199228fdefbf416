// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A process's CPU time as the kernel accounts it: user and system time of all its threads, dead ones included. */
public final class CpuClock {
    /** USER_HZ, fixed on Linux; the sum behind it is exact, only its display is rounded. */
    private static final double TICK_MILLIS = 10;
    /** User and system time, and those of its dead children behind them. */
    private static final int OWN = 2;
    private static final int WITH_DEAD_CHILDREN = 4;

    private final String pid;
    private final boolean forks;

    public CpuClock(long pid) {
        this(pid, false);
    }

    private CpuClock(long pid, boolean forks) {
        this.pid = Long.toString(pid);
        this.forks = forks;
    }

    /** That of a server that may have children, dead ones included. */
    public static CpuClock ofServer(long pid) {
        return new CpuClock(pid, true);
    }

    /** Milliseconds since the process began. */
    public double millis() throws IOException {
        long ticks = ticks(pid, forks ? WITH_DEAD_CHILDREN : OWN);
        for (String child : forks ? children() : new String[0])
            try {
                ticks += ticks(child, OWN);
            } catch (IOException e) {
                continue; // it has ended meanwhile
            }
        return ticks * TICK_MILLIS;
    }

    private String[] children() throws IOException {
        String children = Files.readString(Path.of("/proc", pid, "task", pid, "children"));
        return children.isEmpty() ? new String[0] : children.split(" ");
    }

    private static long ticks(String process, int fields) throws IOException {
        String line = Files.readString(Path.of("/proc", process, "stat"));
        String[] values = line.substring(line.lastIndexOf(')') + 2).split(" ");
        long ticks = 0;
        for (int i = 11; i < 11 + fields; i++)
            ticks += Long.parseLong(values[i]);
        return ticks;
    }
}
