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
import whodunit.profile.LockWait;
import whodunit.profile.Message;
import whodunit.profile.MessageCounts;
import whodunit.profile.Metric;
import whodunit.profile.NativeModule;
import whodunit.profile.RecordedProcess;
import whodunit.profile.WaitHistogram;
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
    private final RecordedProcess process;
    private final LabelTable labels = new LabelTable();
    /** When a thread was first labelled: before, it had not met a transaction. */
    private final Int2LongOpenHashMap firstLabel = new Int2LongOpenHashMap();
    private final Int2IntOpenHashMap labelOfContext = new Int2IntOpenHashMap();
    /** Samples whose label has not come yet; most never get one. Their stacks are those of the process. */
    private final SampleColumns unlabelled = new SampleColumns();

    /** Used with the engine wall only. */
    private final LastContexts lastContexts = new LastContexts();

    private final FrameTable frames;
    private final Object2IntOpenCustomHashMap<int[]> stacks = new Object2IntOpenCustomHashMap<>(
            IntArrays.HASH_STRATEGY);

    RecordedProcessBuilder(whodunit.profile.format.Stage head, FrameTable frames) {
        this.frames = frames;
        process = new RecordedProcess(head.getUid(), head.getName(),
                head.getKind() == whodunit.profile.format.Stage.Kind.JVM);
        process.pid = head.getPid();
        process.command = head.getCommand();
        process.engine = head.getEngine();
        process.application = ApplicationCode.of(head.getApplication());
        if (head.getIntervalNs() > 0)
            process.intervalNanos = head.getIntervalNs();
        process.startUnixNanos = head.getStartUnixNs();
        process.clockOffsetNanos = head.getStartUnixNs() - head.getStartMonotonicNs();
        firstLabel.defaultReturnValue(Long.MAX_VALUE);
    }

    void add(whodunit.profile.format.Stage head, RecordingFile file) {
        process.files++;
        process.startUnixNanos = Math.min(process.startUnixNanos, head.getStartUnixNs());
        if (file.problem != null)
            process.problems.add(file.path.getFileName() + ": " + file.problem);
        if (file.malformedRecords > 0)
            process.problems.add(file.path.getFileName() + ": " + file.malformedRecords + " records are damaged");
        Map<Integer, String> names = new HashMap<>();
        for (Record r : file.records)
            if (r.hasName())
                names.put(r.getName().getId(), r.getName().getText());
        long opened = head.getStartMonotonicNs() + process.clockOffsetNanos;
        for (int i = 0; i < file.records.size(); i++) {
            Record r = file.records.get(i);
            long written = file.recordTimes.getLong(i) + process.clockOffsetNanos;
            switch (r.getBodyCase()) {
                case CONTEXT -> addContext(r.getContext(), names);
                case LABELS -> addLabels(r.getLabels());
                case COUNTS ->
                    r.getCounts().getEntryList().forEach(e -> process.counts.add(e.getContext(), opened, written,
                            new ContextCounts(e.getBegun(), e.getSent(), e.getReceived(), e.getBytesAdded())));
                case HEALTH -> r.getHealth().getCounterList()
                        .forEach(c -> process.health.merge(HealthNames.current(c.getName()), c.getValue(), Math::max));
                case WAITS ->
                    r.getWaits().getEntryList().forEach(e -> process.waits.add(wait(e, names), opened, written,
                            new WaitHistogram().add(e.getCount(), e.getSumNs(), e.getMaxNs(), e.getLog2NsList())));
                case MESSAGES ->
                    r.getMessages().getEntryList().forEach(e -> process.messages.add(message(e, names), opened, written,
                            new MessageCounts(e.getCount(), e.getBytes(), e.getMixed())));
                case MODULE -> addModule(r.getModule());
                default -> {}
            }
        }
        file.libraries.forEach(this::addLibrary);
        int[] stackIds = file.stacks.stream()
                .mapToInt(s -> stacks.computeIfAbsent(s, (int[] k) -> process.samples.stack(frames.list(k)))).toArray();
        file.samples.forEach((tid, time, stack, n) -> {
            process.firstNanos = Math.min(process.firstNanos, time);
            process.lastNanos = Math.max(process.lastNanos, time);
            long context = labels.take(tid, time);
            if (context == LabelTable.ABSENT)
                unlabelled.add(tid, time, stackIds[stack], n);
            else
                add(tid, (int) context, time, stackIds[stack], n);
        });
    }

    /** A sample with its label. */
    private void add(int tid, int context, long time, int stack, long n) {
        if (process.metric() == Metric.WALL)
            lastContexts.put(tid, time, context);
        add(context, time, stack, n);
    }

    private void add(int context, long time, int stack, long n) {
        int label = labelOfContext.computeIfAbsent(context,
                c -> process.samples.label(new RecordedProcess.Label.Of(c)));
        process.samples.add(label, stack, time + process.clockOffsetNanos, n);
    }

    private void addContext(whodunit.profile.format.Context c, Map<Integer, String> names) {
        List<String> frames = c.getFramesList().stream().map(id -> names.getOrDefault(id, "unknown")).toList();
        process.contexts.put(c.getId(), new Context(c.getId(), c.getParent(),
                known(Context.Kind.values(), c.getKindValue(), Context.Kind.UNKNOWN),
                names.getOrDefault(c.getName(), ""), frames, c.getUid(), c.getSynopsis()));
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
        int lost = process.samples.label(new RecordedProcess.Label.Missing("label lost"));
        int background = process.samples.label(new RecordedProcess.Label.Missing("background thread"));
        SampleColumns.Visitor withoutLabel = (tid, time, stack, n) -> {
            long context = lastContexts.before(tid, time);
            long first = firstLabel.get(tid);
            if (context != LabelTable.ABSENT)
                add((int) context, time, stack, n);
            else if (first != Long.MAX_VALUE && time < first)
                add(Context.ROOT, time, stack, n);
            else
                process.samples.add(first == Long.MAX_VALUE ? background : lost, stack, time + process.clockOffsetNanos,
                        n);
        };
        SampleColumns later = new SampleColumns(); // when all last contexts are known
        SampleColumns.Visitor rest = process.metric() == Metric.WALL ? later::add : withoutLabel;
        unlabelled.forEach((tid, time, stack, n) -> {
            long context = labels.take(tid, time);
            if (context == LabelTable.ABSENT)
                rest.sample(tid, time, stack, n);
            else
                add(tid, (int) context, time, stack, n);
        });
        later.forEach(withoutLabel);
        return process;
    }
}
