package whodunit.profile.read;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import whodunit.profile.Context;
import whodunit.profile.Counts;
import whodunit.profile.Frame;
import whodunit.profile.Stage;
import whodunit.profile.Wait;
import whodunit.profile.WaitTimes;
import whodunit.profile.format.Labels;
import whodunit.profile.format.Record;
import whodunit.profile.format.Waits;

/** Puts the files of one process together. Labels and samples are joined over all of them: a label may be in the next file. */
final class StageBuilder {
    private final Stage stage;
    private final LabelTable labels = new LabelTable();
    /** When a thread was first labelled: before, it had not met a transaction. */
    private final Map<Integer, Long> firstLabel = new HashMap<>();
    private final List<StageFile.Sample> samples = new ArrayList<>();
    private final Map<List<Frame>, List<Frame>> stacks = new HashMap<>();

    StageBuilder(whodunit.profile.format.Stage head) {
        stage = new Stage(head.getUid(), head.getName(),
                head.getKind() == whodunit.profile.format.Stage.Kind.JVM);
        stage.pid = head.getPid();
        stage.command = head.getCommand();
        stage.engine = head.getEngine();
        if (head.getIntervalNs() > 0)
            stage.intervalNanos = head.getIntervalNs();
        stage.startUnixNanos = head.getStartUnixNs();
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
        for (Record r : file.records)
            switch (r.getBodyCase()) {
                case CONTEXT -> addContext(r.getContext(), names);
                case LABELS -> addLabels(r.getLabels());
                case COUNTS -> r.getCounts().getEntryList().forEach(e -> stage.counts.merge(e.getContext(),
                        new Counts(e.getBegun(), e.getSent(), e.getReceived(), e.getBytesAdded()), Counts::plus));
                case HEALTH -> r.getHealth().getCounterList()
                        .forEach(c -> stage.health.merge(c.getName(), c.getValue(), Math::max));
                case WAITS -> r.getWaits().getEntryList().forEach(e -> addWaits(e, names));
                default -> { }
            }
        for (StageFile.Sample s : file.samples) {
            List<Frame> stack = stacks.computeIfAbsent(s.stack(), k -> k);
            samples.add(new StageFile.Sample(s.tid(), s.time(), stack, s.n()));
            stage.firstNanos = Math.min(stage.firstNanos, s.time());
            stage.lastNanos = Math.max(stage.lastNanos, s.time());
        }
    }

    private void addContext(whodunit.profile.format.Context c, Map<Integer, String> names) {
        List<String> frames = c.getFramesList().stream().map(id -> names.getOrDefault(id, "unknown")).toList();
        stage.contexts.put(c.getId(), new Context(c.getId(), c.getParent(),
                known(Context.Kind.values(), c.getKindValue(), Context.Kind.UNKNOWN),
                names.getOrDefault(c.getName(), ""), frames, c.getUid(), c.getSynopsis()));
    }

    private void addWaits(Waits.Entry e, Map<Integer, String> names) {
        Wait wait = new Wait(e.getWaiter(), e.getHolder(), known(Wait.End.values(), e.getEndValue(), Wait.End.UNSEEN),
                known(Wait.Kind.values(), e.getKindValue(), Wait.Kind.OTHER), names.getOrDefault(e.getLock(), ""),
                e.getWaiterPath(), e.getHolderPath());
        stage.waits.computeIfAbsent(wait, k -> new WaitTimes()).add(e.getCount(), e.getSumNs(), e.getMaxNs(), e.getLog2NsList());
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
            firstLabel.merge(l.getTid(i), time, Math::min);
        }
    }

    Stage build() {
        for (StageFile.Sample s : samples)
            stage.add(label(s), s.stack(), s.n());
        samples.clear();
        return stage;
    }

    private Stage.Label label(StageFile.Sample s) {
        int context = labels.get(s.tid(), s.time());
        if (context != LabelTable.ABSENT)
            return new Stage.Label.Of(context);
        Long first = firstLabel.get(s.tid());
        if (first != null && s.time() < first)
            return new Stage.Label.Of(Context.ROOT);
        return new Stage.Label.Missing(first != null ? "label lost" : "background thread");
    }
}
