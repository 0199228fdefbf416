package whodunit.tpcw.load;

import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Response times of the measured window, by interaction. */
public final class Results {
    /** Length of the window. */
    public double seconds;
    private final Map<String, Times> times = new TreeMap<>();

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

    Results(List<String> interactions) {
        interactions.forEach(i -> times.put(i, new Times()));
    }

    void add(String interaction, long nanos) {
        times.get(interaction).add(nanos);
    }

    /** How often each interaction was completed. */
    public Map<String, Integer> counts() {
        Map<String, Integer> counts = new TreeMap<>();
        times.forEach((name, t) -> counts.put(name, t.sorted().length));
        return counts;
    }

    public int total() {
        return counts().values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Interactions per minute, and response times in milliseconds. */
    public void print(PrintStream out) {
        out.printf("%d interactions in %.1f s: %.0f per minute (WIPS %.1f)%n", total(), seconds, total() * 60 / seconds, total() / seconds);
        out.printf("%-22s %7s %6s %8s %8s %8s %8s%n", "response times (ms)", "count", "%", "mean", "p50", "p90", "p99");
        times.forEach((name, t) -> {
            long[] s = t.sorted();
            if (s.length > 0)
                out.printf("%-22s %7d %6.2f %8.1f %8.1f %8.1f %8.1f%n", name, s.length, 100.0 * s.length / total(),
                        Arrays.stream(s).average().orElse(0) / 1e6, at(s, 0.5), at(s, 0.9), at(s, 0.99));
        });
    }

    private static double at(long[] sorted, double quantile) {
        return sorted[(int) Math.min(sorted.length - 1, Math.floor(quantile * sorted.length))] / 1e6;
    }
}
