// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;

/**
 * Writes a file of intervals of a wanted size, for benchmarks/waits/scale. Thread n waits for thread n / 2, or for a
 * timer. Prints how many intervals there are, and for each edge between threads the seconds of its waits.
 */
public final class WaitScaleRecording {
    private static final int THREADS = 200;
    private static final int AT_ONCE = 200_000;

    private WaitScaleRecording() {}

    /** @param args the file, and its size in bytes */
    public static void main(String[] args) throws IOException {
        long size = Long.parseLong(args[1]), intervals = 0;
        Random random = new Random(1);
        long[] blocked = new long[THREADS + 1], running = new long[THREADS + 1];
        long[] waited = new long[THREADS + 1];
        long now = 1000;
        Path file = Path.of(args[0]);
        Files.createDirectories(file.toAbsolutePath().getParent());
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            WaitFileBuilder builder = new WaitFileBuilder().blocksOf(3000);
            for (int t = 1; t <= THREADS; t++)
                builder.thread(t, 100 + t, 100, "thread" + t);
            builder.head(out);
            for (long written = 0; written < size;) {
                while (builder.intervals().size() < AT_ONCE) {
                    now += 500 + random.nextInt(5000);
                    int t = 1 + random.nextInt(THREADS);
                    if (blocked[t] == 0) {
                        if (running[t] < now)
                            blocked[t] = now;
                        continue;
                    }
                    int by = t / 2;
                    boolean thread = by > 0 && blocked[by] == 0;
                    waited[t] += thread ? now - blocked[t] : 0;
                    long runs = now + random.nextInt(20_000);
                    builder.add(new WaitFileBuilder.Interval(t, blocked[t], now, runs,
                            running[t] == 0 ? 0 : blocked[t] - running[t], WaitKind.FUTEX,
                            thread ? Waker.THREAD : Waker.TIMER, thread ? by : 0, 1 + t % 50, thread ? 1 + by % 50 : 0,
                            1 + t % 300, thread ? 1 + by % 300 : 0));
                    blocked[t] = 0;
                    running[t] = runs;
                    intervals++;
                }
                written += builder.blocks(out);
            }
            builder.definitions(out);
        }
        System.out.println(intervals);
        for (int t = 2; t <= THREADS; t++)
            System.out.printf(Locale.ROOT, "thread%d thread%d %.9f%n", t, t / 2, waited[t] / 1e9);
    }
}
