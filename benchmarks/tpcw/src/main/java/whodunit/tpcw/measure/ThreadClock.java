// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.measure;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * CPU time of the threads of a process and of its children, if it is a server that forks, to the nanosecond: for pieces of work that the 10 ms of a {@link CpuClock} are too
 * coarse for. A thread or child that ends while the clock runs is not counted.
 */
final class ThreadClock {
    /**
     * HotSpot's compilers and collectors, whose work is not the application's and differs from process to process:
     * which methods are compiled when depends on the threads' timing. The kernel keeps 15 characters of a name.
     */
    private static final List<String> HOUSEKEEPING = List.of("C1 Compiler", "C2 Compiler", "GC Thread", "G1 ",
            "Sweeper");

    private final long pid;
    private Map<Path, Long> before = Map.of();

    /**
     * Milliseconds.
     *
     * @param all of all threads
     * @param housekeeping of those of a JVM's compilers and collectors
     */
    record Time(double all, double housekeeping) {}

    /** Counts from the threads' beginning until it is started. */
    ThreadClock(long pid) {
        this.pid = pid;
    }

    void start() throws IOException {
        before = read();
    }

    /** Since the start. */
    Time elapsed() throws IOException {
        double all = 0, housekeeping = 0;
        for (Map.Entry<Path, Long> thread : read().entrySet()) {
            double millis = millis(thread);
            all += millis;
            if (isHousekeeping(thread.getKey()))
                housekeeping += millis;
        }
        return new Time(all, housekeeping);
    }

    /** Milliseconds of all threads since the start or the lap before, whichever was later. */
    double lap() throws IOException {
        Map<Path, Long> now = read();
        double all = 0;
        for (Map.Entry<Path, Long> thread : now.entrySet())
            all += millis(thread);
        before = now;
        return all;
    }

    private double millis(Map.Entry<Path, Long> thread) {
        return (thread.getValue() - before.getOrDefault(thread.getKey(), 0L)) / 1e6;
    }

    private Map<Path, Long> read() throws IOException {
        Map<Path, Long> nanos = new HashMap<>();
        read(tasks(Long.toString(pid)), nanos);
        String children = read(tasks(Long.toString(pid)).resolve(Long.toString(pid)), "children");
        for (String child : children.isEmpty() ? new String[0] : children.split(" "))
            try {
                read(tasks(child), nanos);
            } catch (NoSuchFileException | NotDirectoryException e) {
                continue; // it has ended meanwhile
            }
        return nanos;
    }

    private static Path tasks(String process) {
        return Path.of("/proc", process, "task");
    }

    private static void read(Path tasks, Map<Path, Long> nanos) throws IOException {
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
            for (Path thread : threads) {
                String times = read(thread, "schedstat");
                if (!times.isEmpty())
                    nanos.put(thread, Long.parseLong(times.split(" ")[0]));
            }
        }
    }

    private static boolean isHousekeeping(Path thread) throws IOException {
        String name = read(thread, "comm");
        return HOUSEKEEPING.stream().anyMatch(name::startsWith);
    }

    /** Empty if the thread has ended meanwhile. */
    private static String read(Path thread, String file) throws IOException {
        try {
            return Files.readString(thread.resolve(file));
        } catch (IOException e) {
            if (Files.exists(thread))
                throw e;
            return "";
        }
    }
}
