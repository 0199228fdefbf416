package whodunit.tpcw.measure;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The CPU time of all living threads of a process in nanoseconds, as the scheduler counts it. */
final class SchedClock {
    private final Path tasks;

    SchedClock(long pid) {
        tasks = Path.of("/proc", Long.toString(pid), "task");
    }

    long nanos() throws IOException {
        long sum = 0;
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
            for (Path thread : threads)
                sum += nanos(thread);
        }
        return sum;
    }

    private static long nanos(Path thread) throws IOException {
        try {
            String line = Files.readString(thread.resolve("schedstat"));
            return Long.parseLong(line.substring(0, line.indexOf(' ')));
        } catch (NoSuchFileException e) { // it has just ended
            return 0;
        }
    }
}
