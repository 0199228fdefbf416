// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Puts threads together that do the same: those of one process that have one name, and whose waits have similar
 * stacks, 2 sum(min) / sum(a + b) of their histograms above 0.45. A thread whose waits were too short for stacks
 * is similar to others of its name that have none. Threads that are not recorded have no waits: those whose names
 * differ by a number at the end only are one.
 */
final class SimilarThreads {
    private static final double SIMILAR = 0.45;

    private final WaitRecording recording;
    /** By vertex: stack to number of waits. */
    private final Map<Integer, Map<Integer, Long>> stacks = new HashMap<>();

    SimilarThreads(WaitRecording recording, WaitStacks all, EdgeSums edges) {
        this.recording = recording;
        edges.forEach((from, to, kind, stack, wakerStack, cascaded, direct, count) -> {
            Map<Integer, Long> histogram = stacks.computeIfAbsent(from, v -> new HashMap<>());
            if (all.recorded(stack) != 0)
                histogram.merge(all.recorded(stack), count, Long::sum);
        });
    }

    /** For each vertex the first one of its group. */
    int[] groups() {
        int[] group = new int[recording.threadCount()];
        Map<String, List<Integer>> firsts = new HashMap<>();
        for (int v = 0; v < group.length; v++) {
            group[v] = v;
            WaitThread t = recording.thread(v);
            if (t == null)
                continue;
            List<Integer> same = firsts.computeIfAbsent(
                    t.pid() + " " + t.recorded() + " " + (t.recorded() ? t.name() : t.kind()), n -> new ArrayList<>());
            Map<Integer, Long> own = stacks.getOrDefault(v, Map.of());
            for (int first : same)
                if (group[v] == v && similar(own, stacks.getOrDefault(first, Map.of())))
                    group[v] = first;
            if (group[v] == v)
                same.add(v);
        }
        return group;
    }

    static boolean similar(Map<Integer, Long> a, Map<Integer, Long> b) {
        if (a.isEmpty() || b.isEmpty())
            return Objects.equals(a, b);
        long sum = a.values().stream().mapToLong(n -> n).sum() + b.values().stream().mapToLong(n -> n).sum();
        long common = a.entrySet().stream().mapToLong(e -> Math.min(e.getValue(), b.getOrDefault(e.getKey(), 0L)))
                .sum();
        return 2.0 * common / sum > SIMILAR;
    }
}
