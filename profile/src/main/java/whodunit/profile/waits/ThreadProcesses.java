// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import whodunit.profile.RecordedProcess;

/**
 * Which recorded process each thread is of. A process tells the number that it has in its own namespace, which many
 * may have: each container has its 1, and so has what is started in its place. So time decides: a recording began while
 * its process lived. Where that leaves two, neither is named.
 */
final class ThreadProcesses {
    /**
     * A process as the recorder of waits saw it; ended: 0 if it still ran, or its first thread is not known. That is so
     * where it waits from beginning to end, as a JVM's: then the process started before the first one that is.
     */
    private record Life(int pid, int ownPid, boolean hasMain, long started, long ended) {
        private boolean has(RecordedProcess p) {
            long began = p.startUnixNanos - p.clockOffsetNanos;
            return ownPid == p.pid && (!hasMain || started <= began) && (ended == 0 || began <= ended);
        }
    }

    /** By the kernel's number of the process, the earliest first. */
    private final Map<Integer, List<Life>> lives = new HashMap<>();
    private final Map<Life, RecordedProcess> processes = new HashMap<>();
    private final Life[] ofThread;

    ThreadProcesses(WaitRecording recording, Collection<RecordedProcess> recorded) {
        ofThread = new Life[recording.threadCount()];
        List<Integer> threads = new ArrayList<>();
        for (int i = 0; i < ofThread.length; i++)
            if (recording.thread(i) != null && recording.thread(i).recorded())
                threads.add(i);
        // a process lives at least as long as its first thread
        threads.sort(Comparator.comparing((Integer i) -> !isMain(recording.thread(i)))
                .thenComparing(i -> recording.thread(i).started()));
        threads.forEach(i -> ofThread[i] = life(recording.thread(i)));
        name(recorded.stream().filter(recording::isOfThisMachine).toList());
    }

    private static boolean isMain(WaitThread t) {
        return t.tid() == t.pid();
    }

    private Life life(WaitThread t) {
        List<Life> same = lives.computeIfAbsent(t.pid(), k -> new ArrayList<>());
        boolean main = isMain(t);
        for (int i = same.size() - 1; i >= 0 && !main; i--)
            if (same.get(i).started <= t.started())
                return same.get(i);
        Life fresh = new Life(t.pid(), t.ownPid(), main, t.started(), main ? t.ended() : 0);
        same.add(fresh);
        same.sort(Comparator.comparingLong(Life::started));
        return fresh;
    }

    /** What can be of one life only is of that; of what is left the same may be true then. */
    private void name(List<RecordedProcess> recorded) {
        Map<RecordedProcess, List<Life>> possible = new HashMap<>();
        for (RecordedProcess p : recorded) {
            List<Life> some = lives.values().stream().flatMap(List::stream).filter(life -> life.has(p)).toList();
            if (some.size() == 1)
                take(some.get(0), p);
            else if (!some.isEmpty())
                possible.put(p, some);
        }
        for (boolean found = true; found;) {
            Map<Life, List<RecordedProcess>> only = possible.entrySet().stream()
                    .filter(e -> free(e.getValue()).size() == 1)
                    .collect(Collectors.groupingBy(e -> free(e.getValue()).get(0),
                            Collectors.mapping(Map.Entry::getKey, Collectors.toList())));
            only.values().removeIf(claim -> claim.size() > 1);
            only.forEach((life, claim) -> take(life, claim.get(0)));
            only.values().forEach(claim -> possible.remove(claim.get(0)));
            found = !only.isEmpty();
        }
    }

    private List<Life> free(List<Life> some) {
        return some.stream().filter(life -> !processes.containsKey(life)).toList();
    }

    /** Of two, such as a shell and what it executed, the later one counts. */
    private void take(Life life, RecordedProcess p) {
        processes.merge(life, p, (a, b) -> a.startUnixNanos > b.startUnixNanos ? a : b);
    }

    /** Null if it has no recording of its own, or one of several. */
    RecordedProcess of(int thread) {
        return ofThread[thread] == null ? null : processes.get(ofThread[thread]);
    }
}
