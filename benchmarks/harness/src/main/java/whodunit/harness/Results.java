// SPDX-License-Identifier: Apache-2.0
package whodunit.harness;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;

/** Response times of a load's measured window, by kind of request. */
public final class Results {
    /** Length of the window. */
    public double seconds;
    private final Map<String, Times> times = new TreeMap<>();
    private final LongAdder bytes = new LongAdder();

    private static final class Times {
        private long[] nanos = new long[256];
        private int n;

        synchronized void add(long t) {
            if (n == nanos.length)
                nanos = Arrays.copyOf(nanos, n * 2);
            nanos[n++] = t;
        }

        synchronized long[] sorted() {
            long[] s = Arrays.copyOf(nanos, n);
            Arrays.sort(s);
            return s;
        }
    }

    /** @param kinds that may happen */
    public Results(List<String> kinds) {
        kinds.forEach(i -> times.put(i, new Times()));
    }

    public void add(String kind, long nanos) {
        times.get(kind).add(nanos);
    }

    public void addBytes(long n) {
        bytes.add(n);
    }

    /** HTTP between clients and server, both ways, heads, bodies and images. */
    public long bytes() {
        return bytes.sum();
    }

    /** How often each kind was completed. */
    public Map<String, Integer> counts() {
        Map<String, Integer> counts = new TreeMap<>();
        times.forEach((name, t) -> counts.put(name, t.sorted().length));
        return counts;
    }

    public int total() {
        return counts().values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Response times of a kind in milliseconds. */
    public record Statistics(int count, double mean, double p50, double p90, double p99) {
        private static Statistics of(long[] sorted) {
            return new Statistics(sorted.length, Arrays.stream(sorted).average().orElse(0) / 1e6, at(sorted, 0.5),
                    at(sorted, 0.9), at(sorted, 0.99));
        }
    }

    /** By kind; those that did not happen are absent. */
    public Map<String, Statistics> statistics() {
        Map<String, Statistics> all = new TreeMap<>();
        times.forEach((name, t) -> {
            long[] sorted = t.sorted();
            if (sorted.length > 0)
                all.put(name, Statistics.of(sorted));
        });
        return all;
    }

    /** Of all kinds together, in milliseconds. */
    public double meanMillis() {
        return statistics().values().stream().mapToDouble(s -> s.mean * s.count).sum() / Math.max(1, total());
    }

    /**
     * Requests per minute, and response times in milliseconds.
     *
     * @param what the requests' name, in the plural
     * @param rate what so many of them per second are called
     */
    public void print(PrintStream out, String what, String rate) {
        out.printf("%d %s in %.1f s: %.0f per minute (%s %.1f)%n", total(), what, seconds, total() * 60 / seconds, rate,
                total() / seconds);
        Map<String, Statistics> all = statistics();
        int width = all.keySet().stream().mapToInt(String::length).reduce(22, Math::max);
        out.printf("%-" + width + "s %7s %6s %8s %8s %8s %8s%n", "response times (ms)", "count", "%", "mean", "p50",
                "p90", "p99");
        all.forEach((name, s) -> out.printf("%-" + width + "s %7d %6.2f %8.1f %8.1f %8.1f %8.1f%n", name, s.count,
                100.0 * s.count / total(), s.mean, s.p50, s.p90, s.p99));
    }

    private static double at(long[] sorted, double quantile) {
        return sorted[(int) Math.min(sorted.length - 1, Math.floor(quantile * sorted.length))] / 1e6;
    }
}
