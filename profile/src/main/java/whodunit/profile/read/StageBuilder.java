package whodunit.profile.read;

import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrays;
import it.unimi.dsi.fastutil.objects.Object2IntOpenCustomHashMap;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import whodunit.profile.Context;
import whodunit.profile.Counts;
import whodunit.profile.Metric;
import whodunit.profile.NativeModule;
import whodunit.profile.Stage;
import whodunit.profile.Wait;
import whodunit.profile.WaitTimes;
import whodunit.profile.format.Labels;
import whodunit.profile.format.Module;
import whodunit.profile.format.Record;
import whodunit.profile.format.Waits;

/** Puts the files of one process together. Labels and samples are joined over all of them: a label may be in the next file. */
final class StageBuilder {
    private final Stage stage;
    private final LabelTable labels = new LabelTable();
    /** When a thread was first labelled: before, it had not met a transaction. */
    private final Int2LongOpenHashMap firstLabel = new Int2LongOpenHashMap();
    private final Int2IntOpenHashMap labelOfContext = new Int2IntOpenHashMap();
    /** Samples whose label has not come yet; most never get one. Their stacks are those of the stage. */
    private final SampleColumns unlabelled = new SampleColumns();

    /** With the engine wall only. */
    private final LastContexts lastContexts = new LastContexts();

    private final Frames frames;
    private final Object2IntOpenCustomHashMap<int[]> stacks = new Object2IntOpenCustomHashMap<>(
            IntArrays.HASH_STRATEGY);

    StageBuilder(whodunit.profile.format.Stage head, Frames frames) {
        this.frames = frames;
        stage = new Stage(head.getUid(), head.getName(),
                head.getKind() == whodunit.profile.format.Stage.Kind.JVM);
        stage.pid = head.getPid();
        stage.command = head.getCommand();
        stage.engine = head.getEngine();
        if (head.getIntervalNs() > 0)
            stage.intervalNanos = head.getIntervalNs();
        stage.startUnixNanos = head.getStartUnixNs();
        stage.clockOffsetNanos = head.getStartUnixNs() - head.getStartMonotonicNs();
        firstLabel.defaultReturnValue(Long.MAX_VALUE);
    }

    void add(whodunit.profile.format.Stage head, StageFile file) {
        stage.files++;
        stage.startUnixNanos = Math.min(stage.startUnixNanos, head.getStartUnixNs());
        if (file.problem != null)
            stage.problems.add(file.path.getFileName() + ": " + file.problem);
        if (file.malformedRecords > 0)
            stage.problems.add(file.path.getFileName() + ": " + file.malformedRecords + " records are damaged");
        Map<Integer, String> names = new HashMap<>();
        for (Record r : file.records)
            if (r.hasName())
                names.put(r.getName().getId(), r.getName().getText());
        long opened = head.getStartMonotonicNs() + stage.clockOffsetNanos;
        for (int i = 0; i < file.records.size(); i++) {
            Record r = file.records.get(i);
            long written = file.recordTimes.getLong(i) + stage.clockOffsetNanos;
            switch (r.getBodyCase()) {
                case CONTEXT -> addContext(r.getContext(), names);
                case LABELS -> addLabels(r.getLabels());
                case COUNTS ->
                    r.getCounts().getEntryList().forEach(e -> stage.counts.add(e.getContext(), opened, written,
                            new Counts(e.getBegun(), e.getSent(), e.getReceived(), e.getBytesAdded())));
                case HEALTH -> r.getHealth().getCounterList()
                        .forEach(c -> stage.health.merge(HealthNames.current(c.getName()), c.getValue(), Math::max));
                case WAITS -> r.getWaits().getEntryList().forEach(e -> stage.waits.add(wait(e, names), opened, written,
                        new WaitTimes().add(e.getCount(), e.getSumNs(), e.getMaxNs(), e.getLog2NsList())));
                case MODULE -> addModule(r.getModule());
                default -> {}
            }
        }
        file.libraries.forEach(this::addLibrary);
        int[] stackIds = file.stacks.stream()
                .mapToInt(s -> stacks.computeIfAbsent(s, (int[] k) -> stage.samples.stack(frames.list(k)))).toArray();
        file.samples.forEach((tid, time, stack, n) -> {
            stage.firstNanos = Math.min(stage.firstNanos, time);
            stage.lastNanos = Math.max(stage.lastNanos, time);
            long context = labels.take(tid, time);
            if (context == LabelTable.ABSENT)
                unlabelled.add(tid, time, stackIds[stack], n);
            else
                add(tid, (int) context, time, stackIds[stack], n);
        });
    }

    /** A sample with its label. */
    private void add(int tid, int context, long time, int stack, long n) {
        if (stage.metric() == Metric.WALL)
            lastContexts.put(tid, time, context);
        add(context, time, stack, n);
    }

    private void add(int context, long time, int stack, long n) {
        int label = labelOfContext.computeIfAbsent(context, c -> stage.samples.label(new Stage.Label.Of(c)));
        stage.samples.add(label, stack, time + stage.clockOffsetNanos, n);
    }

    private void addContext(whodunit.profile.format.Context c, Map<Integer, String> names) {
        List<String> frames = c.getFramesList().stream().map(id -> names.getOrDefault(id, "unknown")).toList();
        stage.contexts.put(c.getId(), new Context(c.getId(), c.getParent(),
                known(Context.Kind.values(), c.getKindValue(), Context.Kind.UNKNOWN),
                names.getOrDefault(c.getName(), ""), frames, c.getUid(), c.getSynopsis()));
    }

    private void addModule(Module m) {
        NativeModule module = new NativeModule(m.getPath(), m.getStart(), m.getEnd(), m.getOffset(),
                HexFormat.of().formatHex(m.getBuildId().toByteArray()));
        stage.modules.merge(module.baseName(), module, NativeModule::or);
    }

    /** The sampler's own word, for recordings without modules. */
    private void addLibrary(String path) {
        NativeModule library = NativeModule.named(path);
        stage.modules.merge(library.baseName(), library, (known, l) -> known.path().equals(path) ? known : known.or(l));
    }

    private static Wait wait(Waits.Entry e, Map<Integer, String> names) {
        return new Wait(e.getWaiter(), e.getHolder(), known(Wait.End.values(), e.getEndValue(), Wait.End.UNSEEN),
                known(Wait.Kind.values(), e.getKindValue(), Wait.Kind.OTHER), names.getOrDefault(e.getLock(), ""),
                e.getWaiterPath(), e.getHolderPath());
    }

    /** A number of the schema as ours; recordings of later versions may have more. */
    private static <E> E known(E[] values, int number, E otherwise) {
        return number >= 0 && number < values.length ? values[number] : otherwise;
    }

    private void addLabels(Labels l) {
        int n = Math.min(l.getTidCount(), Math.min(l.getTimeCount(), l.getContextCount()));
        if (n < l.getTidCount())
            stage.problems.add("a record of labels has lists of different lengths");
        for (int i = 0; i < n; i++) {
            long time = l.getBaseTime() + l.getTime(i);
            labels.put(l.getTid(i), time, l.getContext(i));
            if (time < firstLabel.get(l.getTid(i)))
                firstLabel.put(l.getTid(i), time);
        }
    }

    Stage build() {
        int lost = stage.samples.label(new Stage.Label.Missing("label lost"));
        int background = stage.samples.label(new Stage.Label.Missing("background thread"));
        SampleColumns.Visitor withoutLabel = (tid, time, stack, n) -> {
            long context = lastContexts.before(tid, time);
            long first = firstLabel.get(tid);
            if (context != LabelTable.ABSENT)
                add((int) context, time, stack, n);
            else if (first != Long.MAX_VALUE && time < first)
                add(Context.ROOT, time, stack, n);
            else
                stage.samples.add(first == Long.MAX_VALUE ? background : lost, stack, time + stage.clockOffsetNanos, n);
        };
        SampleColumns later = new SampleColumns(); // when all last contexts are known
        SampleColumns.Visitor rest = stage.metric() == Metric.WALL ? later::add : withoutLabel;
        unlabelled.forEach((tid, time, stack, n) -> {
            long context = labels.take(tid, time);
            if (context == LabelTable.ABSENT)
                rest.sample(tid, time, stack, n);
            else
                add(tid, (int) context, time, stack, n);
        });
        later.forEach(withoutLabel);
        return stage;
    }
}
