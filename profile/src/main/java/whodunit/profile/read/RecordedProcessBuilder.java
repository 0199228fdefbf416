// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.read;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.objects.Object2IntOpenCustomHashMap;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import whodunit.profile.ApplicationCode;
import whodunit.profile.Context;
import whodunit.profile.ContextCounts;
import whodunit.profile.Flow;
import whodunit.profile.LockWait;
import whodunit.profile.Message;
import whodunit.profile.MessageCounts;
import whodunit.profile.Metric;
import whodunit.profile.NativeModule;
import whodunit.profile.RecordedProcess;
import whodunit.profile.SampledTime;
import whodunit.profile.Timelines;
import whodunit.profile.WaitHistogram;
import whodunit.profile.format.Flows;
import whodunit.profile.format.Labels;
import whodunit.profile.format.Messages;
import whodunit.profile.format.Module;
import whodunit.profile.format.Record;
import whodunit.profile.format.Waits;

/**
 * Puts the files of one process together. Labels and samples are joined over all of them: a label may be in the next
 * file.
 */
final class RecordedProcessBuilder {
    /** Of whose stacks are kept, so that memory is bounded. */
    private static final int MOST_WAITS = 1 << 22;

    /** Of {@link RecordedProcess#taken}, which has no labels and stacks. */
    private static final int ANY = 0;

    private final RecordedProcess process;
    private final LabelTable labels = new LabelTable();
    /** When a thread was first labelled: before, it had not met a transaction. */
    private final Int2LongOpenHashMap firstLabel = new Int2LongOpenHashMap();
    private final Int2IntOpenHashMap labelOfContext = new Int2IntOpenHashMap();
    private final SampledThreads threads;
    /** Samples whose label has not come yet; most never get one. Their stacks are those of the process. */
    private final SampleColumns unlabelled = new SampleColumns();

    /**
     * Contexts under which threads were sampled. Used with the engine wall only: the sampler signals a thread that
     * sleeps on once in many ticks, and counts those in between without waking it, so that these have no label. The
     * thread has hardly run since its sample before, hence its context is that sample's.
     */
    private final Timelines lastContexts = new Timelines();

    /** Of samples with another interval than the process's: what is not a whole unit yet. */
    private long restNanos;

    private final LastingWaits lasting = new LastingWaits();
    private final FrameTable frames;
    /** Used with the engine kernel only. */
    private final KernelOrigins origins;
    private final Object2IntOpenCustomHashMap<int[]> stacks = new Object2IntOpenCustomHashMap<>(
            IntArrays.HASH_STRATEGY);

    RecordedProcessBuilder(whodunit.profile.format.Stage head, FrameTable frames, SampledTime time) {
        this.frames = frames;
        origins = new KernelOrigins(frames);
        process = new RecordedProcess(head.getUid(), head.getName(),
                head.getKind() == whodunit.profile.format.Stage.Kind.JVM);
        process.pid = head.getPid();
        process.parentPid = head.getParentPid();
        process.command = head.getCommand();
        process.engine = head.getEngine();
        process.time = time;
        process.taken.label(new RecordedProcess.Label.Missing(""));
        process.taken.stack(List.of());
        process.application = ApplicationCode.of(head.getApplication());
        threads = new SampledThreads(process.jvm);
        if (head.getIntervalNs() > 0)
            process.intervalNanos = head.getIntervalNs();
        process.startUnixNanos = head.getStartUnixNs();
        process.clockOffsetNanos = head.getStartUnixNs() - head.getStartMonotonicNs();
        firstLabel.defaultReturnValue(Long.MAX_VALUE);
    }

    void add(whodunit.profile.format.Stage head, RecordingFile file) {
        process.files++;
        process.startUnixNanos = Math.min(process.startUnixNanos, head.getStartMonotonicNs()
                + process.clockOffsetNanos); // the time of day may have been set meanwhile
        if (file.problem != null)
            process.problems.add(file.path.getFileName() + ": " + file.problem);
        if (file.malformedRecords > 0)
            process.problems.add(file.path.getFileName() + ": " + file.malformedRecords + " records are damaged");
        Map<Integer, String> names = new HashMap<>();
        for (Record r : file.records)
            if (r.hasName())
                names.put(r.getName().getId(), r.getName().getText());
        Map<Integer, Integer> kernelStacks = new HashMap<>();
        for (Record r : file.records)
            if (r.hasKernelStack())
                kernelStacks.put(r.getKernelStack().getId(), origins.stack(r.getKernelStack(), names));
        long opened = head.getStartMonotonicNs() + process.clockOffsetNanos;
        lasting.fileBegins();
        for (int i = 0; i < file.records.size(); i++) {
            Record r = file.records.get(i);
            long written = file.recordTimes.getLong(i) + process.clockOffsetNanos;
            switch (r.getBodyCase()) {
                case CONTEXT -> addContext(r.getContext(), names);
                case LABELS -> addLabels(r.getLabels());
                case COUNTS -> r.getCounts().getEntryList().forEach(e -> {
                    process.counts.add(e.getContext(), opened, written,
                            new ContextCounts(e.getBegun(), e.getSent(), e.getReceived(), e.getBytesAdded()));
                    if (names.containsKey(e.getTraceparent()))
                        process.traceparents.put(e.getContext(), names.get(e.getTraceparent()));
                });
                case HEALTH -> {
                    r.getHealth().getCounterList().forEach(
                            c -> process.health.merge(HealthNames.current(c.getName()), c.getValue(), Math::max));
                    lasting.hasHealth();
                }
                case WAITS -> r.getWaits().getEntryList().forEach(e -> addWait(e, names, opened, written));
                case KERNEL_SAMPLES -> origins.add(r.getKernelSamples(), kernelStacks);
                case MESSAGES ->
                    r.getMessages().getEntryList().forEach(e -> process.messages.add(message(e, names), opened, written,
                            new MessageCounts(e.getCount(), e.getBytes(), e.getMixed())));
                case MODULE -> addModule(r.getModule());
                case FLOWS -> r.getFlows().getAccessList().forEach(a -> addFlow(a, names));
                default -> {}
            }
        }
        file.libraries.forEach(this::addLibrary);
        int[] stackIds = file.stacks.stream()
                .mapToInt(s -> stacks.computeIfAbsent(s, (int[] k) -> process.samples.stack(frames.list(k)))).toArray();
        threads.add(file);
        file.samples.forEach((tid, time, stack, taken) -> {
            long n = inUnits(taken, head.getIntervalNs());
            process.firstNanos = Math.min(process.firstNanos, time);
            process.lastNanos = Math.max(process.lastNanos, time);
            long context = labels.take(tid, time);
            if (context == LabelTable.ABSENT)
                unlabelled.add(tid, time, stackIds[stack], n);
            else
                add(tid, (int) context, time, stackIds[stack], n, origins.take(tid, time));
        });
    }

    /** Samples of a file in units of the process's interval: where an engine was lost, another has one of its own. */
    private long inUnits(long taken, long intervalNanos) {
        if (intervalNanos <= 0 || intervalNanos == process.intervalNanos)
            return taken;
        restNanos += taken * (intervalNanos % process.intervalNanos);
        long more = restNanos / process.intervalNanos;
        restNanos %= process.intervalNanos;
        return taken * (intervalNanos / process.intervalNanos) + more;
    }

    /** A sample with its label. */
    private void add(int tid, int context, long time, int stack, long n, int origin) {
        if (process.metric() == Metric.WALL)
            lastContexts.put(tid, time, context);
        addAs(labelOf(context, tid, time), tid, time, stack, n, origin);
    }

    private int labelOf(int context, int tid, long time) {
        return context == Context.ROOT
                ? process.samples.label(new RecordedProcess.Label.Of(context, threads.of(tid, time)))
                : labelOfContext.computeIfAbsent(context, c -> process.samples.label(new RecordedProcess.Label.Of(c)));
    }

    private int ofBackground(int tid, long time) {
        return process.samples
                .label(new RecordedProcess.Label.Missing("background thread", threads.of(tid, time)));
    }

    private void addAs(int label, int tid, long time, int stack, long n, int origin) {
        if (origins.isOwnWait(origin) && process.waitStacks.size() < MOST_WAITS)
            process.waitStacks.put(tid, time, stack);
        long waited = origins.waited(origin);
        long counts = counts(n, waited);
        if (waited > 0)
            process.takenOfWaits++;
        if (counts > 0) {
            if (process.countedNanos() != process.intervalNanos)
                process.taken.add(ANY, ANY, time + process.clockOffsetNanos, waited > 0 ? 1 : n);
            process.samples.add(label, origins.wholeStack(stack, origin, process.samples),
                    time + process.clockOffsetNanos,
                    counts);
        }
    }

    /** What samples count as; 0: they are not of the time that is asked for. */
    private long counts(long n, long waitedNanos) {
        if (process.countedNanos() == process.intervalNanos)
            return waitedNanos > 0 ? 0 : n;
        if (waitedNanos > 0)
            return Math.max(1, waitedNanos / process.countedNanos());
        return process.time == SampledTime.WALL ? n * process.intervalNanos / process.countedNanos() : 0;
    }

    private void addContext(whodunit.profile.format.Context c, Map<Integer, String> names) {
        List<String> frames = c.getFramesList().stream().map(id -> names.getOrDefault(id, "unknown")).toList();
        process.contexts.put(c.getId(), new Context(c.getId(), c.getParent(),
                known(Context.Kind.values(), c.getKindValue(), Context.Kind.UNKNOWN),
                names.getOrDefault(c.getName(), ""), frames, c.getUid(), c.getSynopsis()));
    }

    /** The counts are cumulative, and files come in the order of their time. */
    private void addFlow(Flows.Access a, Map<Integer, String> names) {
        String site = names.getOrDefault(a.getSite(), "unknown");
        String instruction = names.getOrDefault(a.getInstruction(), "unknown");
        process.flows.put(site + " " + instruction,
                new Flow(site, instruction, a.getTakes(), a.getTimes(), a.getCarried()));
    }

    private void addModule(Module m) {
        NativeModule module = new NativeModule(m.getPath(), m.getStart(), m.getEnd(), m.getOffset(),
                HexFormat.of().formatHex(m.getBuildId().toByteArray()));
        process.modules.merge(module.baseName(), module, NativeModule::or);
    }

    /** The sampler's own word, for recordings without modules. */
    private void addLibrary(String path) {
        NativeModule library = NativeModule.named(path);
        process.modules.merge(library.baseName(), library,
                (known, l) -> known.path().equals(path) ? known : known.or(l));
    }

    private void addWait(Waits.Entry e, Map<Integer, String> names, long opened, long written) {
        LockWait wait = wait(e, names);
        WaitHistogram lengths = new WaitHistogram().add(e.getCount(), e.getSumNs(), e.getMaxNs(), e.getLog2NsList());
        if (wait.end().hasEnded())
            process.waits.add(wait, opened, written, lengths);
        else
            lasting.add(wait, written, lengths);
    }

    private static LockWait wait(Waits.Entry e, Map<Integer, String> names) {
        return new LockWait(e.getWaiter(), e.getHolder(),
                known(LockWait.End.values(), e.getEndValue(), LockWait.End.UNSEEN),
                known(LockWait.Kind.values(), e.getKindValue(), LockWait.Kind.OTHER),
                names.getOrDefault(e.getLock(), ""),
                e.getWaiterPath(), e.getHolderPath());
    }

    private static Message message(Messages.Entry e, Map<Integer, String> names) {
        return new Message(known(Message.Kind.values(), e.getKindValue(), Message.Kind.UNKNOWN),
                known(Message.Transport.values(), e.getTransportValue(), Message.Transport.OTHER), e.getContext(),
                e.getFrom(), names.getOrDefault(e.getReason(), ""), names.getOrDefault(e.getService(), ""),
                e.getAccepted());
    }

    /** A number of the schema as ours; recordings of later versions may have more. */
    private static <E> E known(E[] values, int number, E otherwise) {
        return number >= 0 && number < values.length ? values[number] : otherwise;
    }

    private void addLabels(Labels l) {
        int n = Math.min(l.getTidCount(), Math.min(l.getTimeCount(), l.getContextCount()));
        if (n < l.getTidCount())
            process.problems.add("a record of labels has lists of different lengths");
        for (int i = 0; i < n; i++) {
            long time = l.getBaseTime() + l.getTime(i);
            labels.put(l.getTid(i), time, l.getContext(i));
            if (time < firstLabel.get(l.getTid(i)))
                firstLabel.put(l.getTid(i), time);
        }
    }

    RecordedProcess build() {
        lasting.addTo(process.waits);
        int lost = process.samples.label(new RecordedProcess.Label.Missing("label lost"));
        SampleColumns left = new SampleColumns();
        unlabelled.forEach((tid, time, stack, n) -> {
            long context = labels.take(tid, time);
            if (context == LabelTable.ABSENT)
                left.add(tid, time, stack, n);
            else
                add(tid, (int) context, time, stack, n, origins.take(tid, time));
        });
        int[] originOf = origins.isEmpty() ? new int[0] : origins.ofLater(left);
        if (origins.lost() > 0)
            process.health.merge("kernel.lost", (long) origins.lost(), Long::sum);
        int[] next = {0};
        left.forEach((tid, time, stack, n) -> { // all last contexts are known
            int at = next[0]++;
            long context = lastContexts.before(tid, time);
            long first = firstLabel.get(tid);
            int label = context != Timelines.ABSENT ? labelOf((int) context, tid, time)
                    : first == Long.MAX_VALUE ? ofBackground(tid, time)
                            : time < first ? labelOf(Context.ROOT, tid, time) : lost;
            addAs(label, tid, time, stack, n, at < originOf.length ? originOf[at] : KernelOrigins.NONE);
        });
        return process;
    }
}
