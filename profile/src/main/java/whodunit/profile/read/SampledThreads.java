// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.read;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import java.util.ArrayList;
import java.util.List;
import whodunit.profile.Timelines;

/**
 * Which threads the sampled ones of a JVM are among, by the names that files have for them. A thread's number may be
 * another one's later.
 */
final class SampledThreads {
    /** Names may come from traffic. */
    private static final int MOST_KINDS = 200;
    private static final String OTHERS = "other threads";

    private final boolean jvm;
    private final List<String> kinds = new ArrayList<>();
    private final Timelines kindOf = new Timelines();

    SampledThreads(boolean jvm) {
        this.jvm = jvm;
    }

    void add(RecordingFile file) {
        if (!jvm)
            return;
        Int2LongOpenHashMap first = new Int2LongOpenHashMap();
        first.defaultReturnValue(Long.MAX_VALUE);
        file.samples.forEach((tid, time, stack, n) -> first.put(tid, Math.min(time, first.get(tid))));
        first.int2LongEntrySet().fastForEach(thread -> {
            String name = file.threads.get(thread.getIntKey());
            if (name != null)
                kindOf.put(thread.getIntKey(), thread.getLongValue(), number(ThreadKind.of(name)));
        });
    }

    private int number(String kind) {
        int known = kinds.indexOf(kind);
        if (known >= 0)
            return known;
        if (kinds.size() > MOST_KINDS)
            return MOST_KINDS;
        kinds.add(kinds.size() < MOST_KINDS ? kind : OTHERS);
        return kinds.size() - 1;
    }

    /** The thread's kind at that time; empty if its name is not known. */
    String of(int tid, long time) {
        long kind = kindOf.before(tid, time);
        return kind == Timelines.ABSENT ? "" : kinds.get((int) kind);
    }
}
