// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.unseen;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import whodunit.profile.Profile;
import whodunit.profile.RecordedProcess;

/**
 * Something of a tier that the recording does not show, or shows without saying whose it is.
 *
 * @param what   a short name, the same in every recording
 * @param count  how many connections or statements it is of; 0 where it is of CPU
 * @param millis of CPU; 0 where it is of something else
 * @param percent of the tier's CPU
 * @param text   the same as a sentence, with the reason if there is one
 */
public record NotSeen(String tier, String what, long count, double millis, double percent, String text) {
    /** Counters of health that stand for work which nobody is blamed for, and what they say. */
    private static final Map<String, String> COUNTERS = new LinkedHashMap<>();
    static {
        COUNTERS.put("jdbc.unsupported", "statements of a driver that is not supported carry no context");
        COUNTERS.put("jdbc.not_carried", "statements have no place for a context, or would be too long with it");
        COUNTERS.put("kafka.mixed",
                "batches of records from several transactions are handled at once, and named by topic and group");
        COUNTERS.put("mysql.tls", "connections use TLS: whose their statements are cannot be read");
        COUNTERS.put("mysql.compressed", "connections are compressed: whose their statements are cannot be read");
        COUNTERS.put("mysql.lost_track", "connections do not speak the protocol as it is known: they are not followed");
        COUNTERS.put("postgres.tls", "connections are encrypted: whose their statements are cannot be read");
        COUNTERS.put("postgres.lost_track",
                "connections do not speak the protocol as it is known: they are not followed");
        COUNTERS.put("messages.http2",
                "connections are HTTP/2's and could not be read: requests on them have no names");
        COUNTERS.put("messages.go",
                "processes are of programs in Go, whose system calls do not go through libc: their messages are not "
                        + "followed, and what they execute is nobody's");
        COUNTERS.put("contexts.overflow", "contexts found the table full: their work has no transaction");
        COUNTERS.put("recording.ended",
                "processes are not recorded to their end: less than 16 MiB was left on the disk, or they forbade "
                        + "themselves what a recording needs, as their standard error says");
        COUNTERS.put("flows.stopped", "processes switched flows off, after a fault in a copy of code");
        COUNTERS.put("instrument.failed", "classes do not look as expected and are left alone");
        COUNTERS.put("waits.lost", "waits found the table full and are not counted");
    }

    /**
     * In the order of the profile's tiers. Counters are of whole recordings, whatever part of them is selected; what is
     * known from samples is of the selected part.
     */
    public static List<NotSeen> of(Profile profile) {
        Map<String, List<RecordedProcess>> tiers = new LinkedHashMap<>();
        profile.processes.forEach(p -> tiers.computeIfAbsent(p.tier, t -> new ArrayList<>()).add(p));
        List<NotSeen> list = new ArrayList<>();
        SeparateRecordings separate = new SeparateRecordings(profile);
        tiers.forEach((tier, processes) -> {
            KernelTime time = KernelTime.of(processes, profile.processes);
            if (time.isMissing())
                list.add(ofTime(tier, "cpu not sampled", time.missingMillis(), time, missing(processes)));
            if (time.hasBegunLate())
                list.add(ofTime(tier, "before the recording", time.beforeMillis(), time,
                        "used before the recording began: by loading libraries, or by what executed this program"));
            if (time.hasUnrecordedChildren())
                list.add(ofTime(tier, "child processes", time.childrenMillis(), time,
                        "used by child processes and not recorded: they lived too briefly, or ended at once (killed, "
                                + "or in a signal handler), are statically linked, setuid, of 32 bits or of another "
                                + "libc than glibc, were started with an environment of their own (without "
                                + "LD_PRELOAD), or by a JVM"));
            list.addAll(separate.of(tier, processes));
            FreeThreads.of(profile, tier).ifPresent(list::add);
            COUNTERS.forEach((counter, text) -> {
                long n = processes.stream().mapToLong(p -> p.health.getOrDefault(counter, 0L)).sum();
                if (n > 0)
                    list.add(new NotSeen(tier, counter, n, 0, 0, "%s: %d %s".formatted(tier, n, text)));
            });
        });
        return list;
    }

    /** Whether it is worth a word where nobody has asked: a JVM always compiles something. */
    public boolean isNotable() {
        return !what.equals(FreeThreads.WHAT) || percent >= 100 * KernelTime.NOTABLE;
    }

    private static NotSeen ofTime(String tier, String what, double millis, KernelTime time, String text) {
        double percent = 100 * millis / time.allMillis();
        return new NotSeen(tier, what, 0, millis, percent,
                String.format(Locale.ROOT, "%s: %.0f ms, %.1f%% of the CPU that the kernel counted, %s", tier, millis,
                        percent, text));
    }

    /** What is known to keep samples away; a recording does not tell of every cause. */
    private static String missing(List<RecordedProcess> processes) {
        if (has(processes, "recording.lost"))
            return "are not in the samples: part of the recording could not be written";
        if (has(processes, "events.rejected") || has(processes, "labels.lost"))
            return "are not in the samples: the recorder could not keep up";
        if (processes.stream().mapToLong(NotSeen::owed).sum() > 0)
            return "are not in the samples: threads without space for one, such as those with stacks of 16 KB";
        if (processes.stream().anyMatch(p -> !p.problems.isEmpty()))
            return "are not in the samples: files are missing or cut";
        return "are not in the samples: work that ends between two ticks, threads that end at once, or threads whose "
                + "timer the kernel refused";
    }

    /** Samples that were to be taken when the thread's stack has more space, or after a fork, and were not. */
    private static long owed(RecordedProcess p) {
        return p.health.getOrDefault("samples.owed", 0L) - p.health.getOrDefault("samples.paid", 0L);
    }

    private static boolean has(List<RecordedProcess> processes, String counter) {
        return processes.stream().anyMatch(p -> p.health.getOrDefault(counter, 0L) > 0);
    }
}
