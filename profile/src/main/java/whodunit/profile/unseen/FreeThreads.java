// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.unseen;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import whodunit.profile.Frame;
import whodunit.profile.Metric;
import whodunit.profile.Profile;

/**
 * A tier's CPU of threads that worked for no transaction: what the JVM needs for itself, loading of classes, and the
 * rest by the names of threads, those of a pool together.
 */
final class FreeThreads {
    static final String WHAT = "without a transaction";
    private static final int MOST_KINDS = 8;
    private static final String LOADING = "class loading";

    private FreeThreads() {}

    /** Empty where no thread's name is known. */
    static Optional<NotSeen> of(Profile profile, String tier) {
        Map<String, Double> nanos = new HashMap<>();
        double all = 0, free = 0;
        for (Profile.Entry e : profile.entries) {
            if (!e.process().tier.equals(tier) || e.process().metric() != Metric.CPU)
                continue;
            all += e.nanos();
            if (e.type() != null || e.label().threads().isEmpty())
                continue;
            free += e.nanos();
            nanos.merge(isLoading(e.stack()) ? LOADING : e.label().threads(), e.nanos(), Double::sum);
        }
        return free == 0 ? Optional.empty() : Optional.of(notSeen(tier, nanos, free, all));
    }

    private static NotSeen notSeen(String tier, Map<String, Double> nanos, double free, double all) {
        List<String> kinds = nanos.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .map(Map.Entry::getKey).toList();
        String text = kinds.stream().limit(MOST_KINDS).map(k -> part(k, nanos.get(k), all))
                .collect(Collectors.joining(", "));
        if (kinds.size() > MOST_KINDS)
            text += ", " + part("others", kinds.stream().skip(MOST_KINDS).mapToDouble(nanos::get).sum(), all);
        double percent = 100 * free / all;
        return new NotSeen(tier, WHAT, 0, free / 1e6, percent, String.format(Locale.ROOT,
                "%s: %.0f ms, %.1f%% of its CPU, of threads without a transaction: %s", tier, free / 1e6, percent,
                text));
    }

    private static String part(String kind, double nanos, double all) {
        return String.format(Locale.ROOT, "%s %.1f%%", kind, 100 * nanos / all);
    }

    private static boolean isLoading(List<Frame> stack) {
        for (Frame frame : stack)
            if (frame.kind() == Frame.Kind.JAVA && (frame.name().startsWith("java.lang.ClassLoader.")
                    || frame.name().startsWith("jdk.internal.loader.")))
                return true;
        return false;
    }
}
