// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import whodunit.profile.RecordedProcess;

/** The process and the tier of each thread. What is no thread of a recorded process is in the tier "" (number 0). */
final class ThreadTiers {
    private final WaitRecording recording;
    private final ThreadProcesses processes;
    private final List<String> names = new ArrayList<>(List.of(""));
    private final int[] tier;

    ThreadTiers(WaitRecording recording, Collection<RecordedProcess> recorded) {
        this.recording = recording;
        processes = new ThreadProcesses(recording, recorded);
        Map<Integer, String> mainNames = new HashMap<>();
        for (int i = 0; i < recording.threadCount(); i++) {
            WaitThread t = recording.thread(i);
            if (t != null && t.tid() == t.pid())
                mainNames.put(t.pid(), t.name());
        }
        tier = new int[recording.threadCount()];
        for (int i = 0; i < tier.length; i++)
            if (isRecorded(i)) {
                WaitThread t = recording.thread(i);
                RecordedProcess p = process(i);
                tier[i] = number(p != null ? p.tier : mainNames.getOrDefault(t.pid(), "process " + t.pid()));
            }
    }

    private int number(String name) {
        int known = names.indexOf(name);
        if (known >= 0)
            return known;
        names.add(name);
        return names.size() - 1;
    }

    boolean isRecorded(int thread) {
        WaitThread t = recording.thread(thread);
        return t != null && t.recorded();
    }

    boolean isSameProcess(int a, int b) {
        WaitThread x = recording.thread(a), y = recording.thread(b);
        return x != null && y != null && x.pid() == y.pid();
    }

    /** The thread's process; null if it has no recording of its own, or that is not known. */
    RecordedProcess process(int thread) {
        return processes.of(thread);
    }

    int of(int thread) {
        return tier[thread];
    }

    String name(int tier) {
        return names.get(tier);
    }

    /** How many there are, without the one of no process. */
    int count() {
        return names.size() - 1;
    }
}
