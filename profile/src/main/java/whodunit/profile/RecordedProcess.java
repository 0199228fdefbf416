// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One process instance as it was recorded: identity, contexts, counts, losses, its samples and its waits, not
 * yet stitched to other processes. Built by {@link whodunit.profile.read.RecordingReader} or by a test.
 */
public final class RecordedProcess {
    /** Why a sample carries the context that it carries. */
    public sealed interface Label {
        /** Which threads its thread is one of, if it worked for nobody; empty where that is not known. */
        String threads();

        /** The sample's thread ran under this context. */
        record Of(int context, String threads) implements Label {
            public Of(int context) {
                this(context, "");
            }
        }

        /** There is no label, for this reason. */
        record Missing(String reason, String threads) implements Label {
            public Missing(String reason) {
                this(reason, "");
            }
        }
    }

    /** Two processes of one machine tell its clocks apart by less; two machines were hardly started so close. */
    private static final long SAME_MACHINE_NANOS = 1_000_000_000L;

    public final long uid;
    /**
     * The role that the process has in the system. Processes of one tier are shown together; so they have one metric.
     */
    public String tier;
    public final boolean jvm;
    public String command = "";
    public String engine = "";
    /** Tells which methods of a JVM are its application's own. */
    public ApplicationCode application = ApplicationCode.BUILT_IN;
    public long intervalNanos = 4_000_000;
    /** What the samples tell of, where both was recorded. */
    public SampledTime time = SampledTime.CPU;
    public int pid;
    /** 0: it is not known. */
    public int parentPid;
    public int files;
    public long startUnixNanos;
    /** What has to be added to a time of this process's clock to get nanoseconds since 1970. */
    public long clockOffsetNanos;
    public long firstNanos = Long.MAX_VALUE;
    public long lastNanos = Long.MIN_VALUE;
    /** Files of native code that were mapped, by base name. */
    public final Map<String, NativeModule> modules = new HashMap<>();
    public final Map<Integer, Context> contexts = new HashMap<>();
    public final TimedSums<Integer, ContextCounts> counts = new TimedSums<>(ContextCounts::plus);
    /** The header traceparent of one of the transactions that began under a context. */
    public final Map<Integer, String> traceparents = new HashMap<>();
    public final Map<String, Long> health = new TreeMap<>();
    public final Samples samples = new Samples();
    /** Where {@link #samples} count lengths of waits: when those were taken that they are of, each once. */
    public final Samples taken = new Samples();
    /** Samples of waits that were read, whatever time is asked for. */
    public long takenOfWaits;
    /** Of waits that the sampler was told of: stacks of {@link #samples}, by when that was on this process's clock. */
    public final Timelines waitStacks = new Timelines();
    public final TimedSums<LockWait, WaitHistogram> waits = new TimedSums<>(WaitHistogram::plus);
    /** Instructions that hand work from thread to thread, by their names. */
    public final Map<String, Flow> flows = new TreeMap<>();
    public final TimedSums<Message, MessageCounts> messages = new TimedSums<>(MessageCounts::plus);
    /** What could not be read, in words for the user. */
    public final List<String> problems = new ArrayList<>();

    public RecordedProcess(long uid, String tier, boolean jvm) {
        this.uid = uid;
        this.tier = tier;
        this.jvm = jvm;
    }

    /** Adds samples whose time is not known. */
    public void add(Label label, List<Frame> stack, long n) {
        samples.add(samples.label(label), samples.stack(stack), startUnixNanos, n);
    }

    /** The file whose code a frame of this process is, or null. */
    public NativeModule module(Frame frame) {
        if (frame.kind() == Frame.Kind.KERNEL)
            return NativeModule.KERNEL;
        return frame.module().isEmpty() ? null
                : modules.getOrDefault(frame.module(), NativeModule.named(frame.module()));
    }

    /** The program itself: Linux maps it below its libraries. */
    public Optional<NativeModule> program() {
        return modules.values().stream().filter(m -> m.end() != 0)
                .min((a, b) -> Long.compareUnsigned(a.start(), b.start()));
    }

    public long totalSamples() {
        return samples.total();
    }

    /** Samples whose stack does not reach a thread's entry point. */
    public long truncatedStacks() {
        return samples.bins().stream().filter(b -> ThreadEntry.isTruncated(b.stack())).mapToLong(Samples.Bin::samples)
                .sum();
    }

    /** Whether its clocks are those of the other one's machine. */
    public boolean sharesMachineWith(RecordedProcess other) {
        return Math.abs(clockOffsetNanos - other.clockOffsetNanos) < SAME_MACHINE_NANOS;
    }

    /** Samples and labels that the recorder had to drop. */
    public long lost() {
        return health.getOrDefault("labels.lost", 0L) + health.getOrDefault("events.rejected", 0L);
    }

    public Metric metric() {
        return engine.equals("wall") ? Metric.WALL : hasWaits() ? time.metric() : Metric.CPU;
    }

    /** Whether the engine can tell how long threads waited. */
    public boolean hasWaits() {
        return engine.equals("kernel");
    }

    /** What each of {@link #samples} counts as: waits have lengths, so what shows them counts in microseconds. */
    public long countedNanos() {
        return hasWaits() && time != SampledTime.CPU ? 1_000 : intervalNanos;
    }

    /** The time of {@link #metric} that so many samples stand for. */
    public double millis(long samples) {
        return samples * (countedNanos() / 1e6);
    }

    /** The same in nanoseconds: whole numbers, so that shares do not depend on the order in which they are added. */
    public double nanos(long samples) {
        return (double) samples * countedNanos();
    }
}
