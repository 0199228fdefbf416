// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.unseen;

import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;
import whodunit.profile.Metric;
import whodunit.profile.RecordedProcess;

/**
 * The CPU time that the kernel counted for some processes beside what their samples stand for.
 *
 * @param usedMillis     of the processes, without the recorder's own thread
 * @param sampledMillis  what their samples stand for
 * @param intervalMillis that one sample stands for, the longest
 * @param beforeMillis   of the processes, before their recordings began
 * @param childrenMillis of children that have ended and were not recorded
 */
public record KernelTime(double usedMillis, double sampledMillis, double intervalMillis, double beforeMillis,
        double childrenMillis) {
    /** Less is not worth a word, and samples are no finer. */
    static final double NOTABLE = 0.05;
    private static final double NOTABLE_MILLIS = 50;
    /** Samples scatter by their root: a difference of three times that is one. */
    private static final double SCATTER = 3;

    /** @param all of the recording, among which these processes' children are */
    public static KernelTime of(Collection<RecordedProcess> processes, Collection<RecordedProcess> all) {
        double used = 0, sampled = 0, interval = 0, before = 0, children = 0;
        Set<Integer> pids = all.stream().map(p -> p.pid).collect(Collectors.toSet());
        for (RecordedProcess p : processes)
            if (p.metric() == Metric.CPU && counted(p, "cpu.used_us") > 0) {
                used += Math.max(0, counted(p, "cpu.used_us") - counted(p, "cpu.recorder_us"));
                sampled += p.millis(p.totalSamples());
                interval = Math.max(interval, p.millis(1));
                before += counted(p, "cpu.before_us");
                children += Math.max(0, counted(p, "cpu.children_us") - recorded(p, all, pids));
            }
        return new KernelTime(used, sampled, interval, before, children);
    }

    public double missingMillis() {
        return usedMillis - sampledMillis;
    }

    /** With what was not recorded. */
    public double allMillis() {
        return usedMillis + beforeMillis + childrenMillis;
    }

    public boolean isMissing() {
        double scatter = SCATTER * Math.sqrt(usedMillis * intervalMillis);
        return missingMillis() > Math.max(Math.max(NOTABLE_MILLIS, scatter), NOTABLE * usedMillis);
    }

    public boolean hasUnrecordedChildren() {
        return childrenMillis > Math.max(NOTABLE_MILLIS, NOTABLE * allMillis());
    }

    public boolean hasBegunLate() {
        return beforeMillis > Math.max(NOTABLE_MILLIS, NOTABLE * allMillis());
    }

    /**
     * Of the process's descendants. One whose parent is not recorded, such as a shell between them, may be anybody's in
     * its tier; and one that has not ended is not in its parent's count yet. So this may be too much, never too little.
     */
    private static double recorded(RecordedProcess parent, Collection<RecordedProcess> all, Set<Integer> pids) {
        double sum = 0;
        for (RecordedProcess p : all) {
            if (p == parent || p.startUnixNanos < parent.startUnixNanos)
                continue;
            boolean orphan = p.tier.equals(parent.tier) && !pids.contains(p.parentPid);
            if (orphan || p.parentPid == parent.pid)
                sum += counted(p, "cpu.used_us") + counted(p, "cpu.children_us");
        }
        return sum;
    }

    /** In milliseconds. */
    private static double counted(RecordedProcess p, String counter) {
        return p.health.getOrDefault(counter, 0L) / 1e3;
    }
}
