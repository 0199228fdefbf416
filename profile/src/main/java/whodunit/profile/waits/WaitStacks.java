// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import whodunit.profile.Frame;
import whodunit.profile.RecordedProcess;
import whodunit.profile.Timelines;

/**
 * Where threads wait. The recorder of waits knows native stacks only. A sampler that is told of waits
 * ({@code --off-cpu}) takes a stack when the call that has waited ends, with what a JVM runs: where there is one of a
 * wait it counts. Numbers are those of the recording, and further ones. Thread-safe.
 */
final class WaitStacks {
    private record Both(int recorded, List<String> sampled) {}

    private final WaitRecording recording;
    private final ThreadTiers tiers;
    private final Map<Both, Integer> numbers = new ConcurrentHashMap<>();
    private final Map<Integer, Both> both = new ConcurrentHashMap<>();
    private final Map<List<String>, Integer> shown = new ConcurrentHashMap<>();
    private final Map<List<Frame>, List<String>> known = new ConcurrentHashMap<>();
    private final AtomicInteger last;
    private final boolean[] sampled;

    WaitStacks(WaitRecording recording, ThreadTiers tiers) {
        this.recording = recording;
        this.tiers = tiers;
        last = new AtomicInteger(recording.stackCount());
        sampled = new boolean[recording.threadCount()];
        for (int t = 0; t < sampled.length; t++) {
            RecordedProcess p = tiers.process(t);
            sampled[t] = p != null && p.waitStacks.size() > 0;
            if (sampled[t])
                p.waitStacks.sort();
        }
    }

    /**
     * The stack of a thread's wait.
     *
     * @param recorded the recorder's
     * @param running  when the thread ran again
     * @param next     when it did so after its next wait; before that it is told of this one
     */
    int of(int thread, int recorded, long running, long next) {
        if (!sampled[thread])
            return recorded;
        RecordedProcess p = tiers.process(thread);
        long stack = p.waitStacks.between(recording.thread(thread).ownTid(), running, next);
        if (stack == Timelines.ABSENT)
            return recorded;
        List<String> names = known.computeIfAbsent(p.samples.stack((int) stack), WaitStacks::names);
        return names.isEmpty() ? recorded : numbers.computeIfAbsent(new Both(recorded, names), b -> {
            int number = last.incrementAndGet();
            both.put(number, b);
            return number;
        });
    }

    /** Innermost first. Of a JVM's thread only what it runs in Java: how that waits is the JVM's own matter. */
    private static List<String> names(List<Frame> outermostFirst) {
        List<Frame> frames = new ArrayList<>(outermostFirst);
        Collections.reverse(frames);
        frames.removeIf(f -> f.kind() == Frame.Kind.KERNEL);
        int java = 0;
        while (java < frames.size() && frames.get(java).kind() != Frame.Kind.JAVA)
            java++;
        return frames.subList(java < frames.size() ? java : 0, frames.size()).stream().map(Frame::name).toList();
    }

    /** Frames, innermost first; empty if there is no such stack. */
    List<String> frames(int stack) {
        Both b = both.get(stack);
        return b == null ? recording.frames(stack) : b.sampled;
    }

    /** The same number for stacks whose frames are the same. */
    int shown(int stack) {
        Both b = both.get(stack);
        return b == null ? stack : shown.computeIfAbsent(b.sampled, s -> stack);
    }

    /** The recorder's own one of the same waits, which all waits have that were not too short. */
    int recorded(int stack) {
        Both b = both.get(stack);
        return b == null ? stack : b.recorded;
    }
}
