package whodunit.tpcw.measure;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * CPU time of a process's threads between two readings as the kernel accounts it, in nanoseconds where {@link CpuClock}
 * shows steps of 10 ms. What a thread had used when it was last seen alive counts; what it ran while it is being read
 * shows at the next reading.
 */
final class LiveThreadsClock {
    private final Path tasks;
    private final Map<String, Long> last = new HashMap<>();

    LiveThreadsClock(long pid) {
        tasks = Path.of("/proc", Long.toString(pid), "task");
    }

    /** Milliseconds since the reading before; at the first, since the threads began. */
    double sinceLast() throws IOException {
        long nanos = 0;
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
            for (Path thread : threads) {
                long now = nanos(thread);
                Long before = last.put(thread.getFileName().toString(), now);
                // a number may be given to a new thread, which begins at nothing
                nanos += before == null || before > now ? now : now - before;
            }
        }
        return nanos / 1e6;
    }

    /** 0 for one that has just ended. */
    private static long nanos(Path thread) throws IOException {
        try {
            String line = Files.readString(thread.resolve("schedstat"));
            return Long.parseLong(line.substring(0, line.indexOf(' ')));
        } catch (NoSuchFileException e) {
            return 0;
        }
    }
}
