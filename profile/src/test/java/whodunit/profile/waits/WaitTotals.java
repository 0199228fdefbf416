// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Prints what a recording has of each thread, for benchmarks/waits/against: its number, when it was first blocked and
 * when it last ran again (CLOCK_MONOTONIC ns), how long and how often it was off the processors between the two, its
 * name.
 */
public final class WaitTotals {
    private long first = Long.MAX_VALUE, last, off, times;

    private WaitTotals() {}

    /** @param args the recording */
    public static void main(String[] args) throws IOException {
        try (WaitRecording recording = WaitRecording.open(List.of(Path.of(args[0])))) {
            System.out.printf("%d dropped%n", recording.dropped());
            Map<Integer, WaitTotals> all = new HashMap<>();
            for (int file = 0; file < recording.files.size(); file++)
                add(all, recording, file);
            all.forEach((number, t) -> {
                WaitThread thread = recording.thread(number);
                System.out.printf("%d %d %d %d %d %s%n", thread.tid(), t.first, t.last, t.off, t.times,
                        thread.name());
            });
        }
    }

    private static void add(Map<Integer, WaitTotals> all, WaitRecording recording, int file) throws IOException {
        BlockCursor cursor = new BlockCursor(file, recording.files.get(file), Long.MIN_VALUE, Long.MAX_VALUE);
        while (cursor.previous()) {
            Intervals i = cursor.intervals;
            WaitTotals t = all.computeIfAbsent(recording.thread(file, i.thread[cursor.at]), n -> new WaitTotals());
            t.first = Math.min(t.first, i.blocked[cursor.at]);
            t.last = Math.max(t.last, i.running[cursor.at]);
            t.off += i.running[cursor.at] - i.blocked[cursor.at];
            t.times++;
        }
    }
}
