package whodunit.profile;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The stitched result: every sample and every wait of every stage with its transaction type (or the reason for
 * having none) and its end-to-end stack.
 */
public final class Profile {
    /**
     * Samples that agree in everything.
     *
     * @param label  of the samples in their own stage
     * @param type   the transaction type, or null
     * @param reason why there is no type, or null
     * @param stack  outermost first, from the first tier's root to this stage's leaf, with a boundary frame per stage
     * @param times  when they were taken
     */
    public record Entry(Stage stage, Stage.Label label, String type, String reason, List<Frame> stack, long samples,
            Times times) {
        /** Of the stage's metric. */
        public double millis() {
            return stage.millis(samples);
        }

        /** What the transaction is called where a name is needed: its type, or the reason for having none in brackets. */
        public String transaction() {
            return type != null ? type : "(" + reason + ")";
        }
    }

    public final List<Stage> stages;
    public final List<Entry> entries;
    public final List<StitchedWait> waits;
    /** Requests by transaction type: how often it was begun, at the stage that named it. */
    public final Map<String, Long> requests;
    /** The same, and when. */
    public final Map<String, Timed<Long>> begun;
    /** The range of time that requests and waits are of, if that is a part of the recording; else null. It is wider than that of the samples. */
    public final Range aggregates;

    private Profile(List<Stage> stages, List<Entry> entries, List<StitchedWait> waits, Map<String, Timed<Long>> begun,
            Range aggregates) {
        this.stages = stages;
        this.entries = entries;
        this.waits = waits;
        this.begun = Map.copyOf(begun);
        this.aggregates = aggregates;
        Map<String, Long> sums = new HashMap<>();
        begun.forEach((type, n) -> sums.put(type, n.sum()));
        requests = Map.copyOf(sums);
    }

    /** Stitches any number of stages; the order does not matter. */
    public static Profile stitch(Collection<Stage> recorded) {
        List<Stage> stages = recorded.stream()
                .sorted(Comparator.comparing((Stage s) -> s.name).thenComparingLong(s -> s.uid)).toList();
        Stitcher stitcher = new Stitcher(stages);
        List<Entry> entries = new ArrayList<>();
        List<StitchedWait> waits = new ArrayList<>();
        for (Stage stage : stages) {
            stage.samples.bins().forEach(bin -> entries.add(entry(stitcher, stage, bin)));
            stage.waits.forEach((wait, times) -> waits.add(wait(stitcher, stage, wait, times)));
        }
        return new Profile(stages, List.copyOf(entries), List.copyOf(waits), begun(stitcher, stages), null);
    }

    /**
     * Part of this profile. Its stages are described as they were recorded. Samples are those of the selected time, to
     * their slot; requests and waits are those of all the stretches, between one writing and the next, that overlap it.
     */
    public Profile select(Selection s) {
        List<Entry> some = new ArrayList<>();
        for (Entry e : entries)
            if (s.hasStage(e.stage) && s.hasType(e.transaction())) {
                Times times = e.times.within(s.fromNanos(), s.toNanos());
                long n = times.samples();
                if (n > 0)
                    some.add(new Entry(e.stage, e.label, e.type, e.reason, e.stack, n, times));
            }
        List<StitchedWait> waited = new ArrayList<>();
        for (StitchedWait w : waits)
            if (s.hasStage(w.stage()) && (s.hasType(w.waiter().name()) || s.hasType(w.holder().name())))
                s.of(w.timed()).ifPresent(times -> waited.add(w.at(times)));
        Map<String, Timed<Long>> someBegun = new HashMap<>();
        begun.forEach((type, n) -> {
            if (s.hasType(type))
                s.of(n).filter(times -> times.sum() > 0).ifPresent(times -> someBegun.put(type, times));
        });
        return new Profile(stages, List.copyOf(some), List.copyOf(waited), someBegun,
                s.isWholeTime() ? aggregates : Range.of(waited, someBegun.values()));
    }

    /** The metrics of its stages, CPU first. */
    public SortedSet<Metric> metrics() {
        SortedSet<Metric> metrics = new TreeSet<>();
        stages.forEach(s -> metrics.add(s.metric()));
        return metrics;
    }

    /** When the first sample was taken, in ns since 1970, rounded down to the slots in which times are known. */
    public long startNanos() {
        long slot = stages.stream().map(s -> s.samples).mapToLong(Samples::slotNanos).max().orElse(1);
        long first = stages.stream().filter(s -> s.firstNanos != Long.MAX_VALUE)
                .mapToLong((Stage s) -> s.firstNanos + s.clockOffsetNanos).min().orElse(0);
        return Math.floorDiv(first, slot) * slot;
    }

    private static Entry entry(Stitcher stitcher, Stage stage, Samples.Bin bin) {
        Party party = bin.label() instanceof Stage.Label.Of of ? party(stitcher, stage, of.context(), bin.stack())
                : named(callPath(stage, bin.stack()), local(stage, bin.stack()),
                        ((Stage.Label.Missing) bin.label()).reason());
        return new Entry(stage, bin.label(), party.type(), party.reason(), party.stack(), bin.samples(), bin.times());
    }

    /** @param own the stack within the stage */
    private static Party party(Stitcher stitcher, Stage stage, int context, List<Frame> own) {
        Stitcher.Origin origin = stitcher.origin(stage, context);
        if (origin.reason() != null)
            return new Party(null, origin.reason(), local(stage, own));
        List<Frame> stack = new EndToEndStack(origin.path(), Frame.boundary(stage.name), own);
        if (origin.type() != null)
            return new Party(origin.type(), null, stack);
        Optional<String> handlers = TransactionNaming.ofHandlers(origin.path());
        boolean handled = !origin.path().isEmpty()
                && origin.path().get(origin.path().size() - 1).kind() == Frame.Kind.HANDLER;
        return named(handled ? handlers : callPath(stage, own).or(() -> handlers), stack,
                "thread without a transaction");
    }

    private static Optional<String> callPath(Stage stage, List<Frame> own) {
        return stage.jvm ? TransactionNaming.ofStack(own) : Optional.empty();
    }

    private static Party named(Optional<String> type, List<Frame> stack, String otherwise) {
        return new Party(type.orElse(null), type.isPresent() ? null : otherwise, stack);
    }

    private static StitchedWait wait(Stitcher stitcher, Stage stage, Wait wait, Timed<WaitTimes> times) {
        List<Frame> path = stitcher.callPath(stage, wait.waiterPath());
        return new StitchedWait(stage, party(stitcher, stage, wait.waiter(), path), holder(stitcher, stage, wait),
                wait.end(),
                wait.kind(), wait.lock(), WaitSite.of(wait.kind(), wait.lock(), path), times);
    }

    private static Party holder(Stitcher stitcher, Stage stage, Wait wait) {
        List<Frame> path = stitcher.callPath(stage, wait.holderPath());
        return switch (wait.end()) {
            case WOKEN -> wait.holder() == Context.ROOT
                    ? new Party(null, "thread without a transaction", local(stage, path))
                    : party(stitcher, stage, wait.holder(), path);
            case TIMEOUT -> Party.without("timeout");
            case UNSEEN -> Party.without("waker not seen");
        };
    }

    private static List<Frame> local(Stage stage, List<Frame> own) {
        return new EndToEndStack(List.of(), Frame.boundary(stage.name), own);
    }

    private static Map<String, Timed<Long>> begun(Stitcher stitcher, List<Stage> stages) {
        Map<String, Timed<Long>> begun = new HashMap<>();
        for (Stage stage : stages)
            stage.counts.forEach((context, counts) -> {
                if (counts.sum().begun() > 0)
                    typeBegunBy(stitcher.origin(stage, context), stage, context)
                            .ifPresent(t -> begun.merge(t, counts.map(Counts::begun, Long::sum), Timed::plus));
            });
        return begun;
    }

    /** The transaction type of which the context is the beginning: it names it, or is the path of stages that does. */
    private static Optional<String> typeBegunBy(Stitcher.Origin o, Stage stage, int context) {
        if (o.type() != null)
            return o.typeStage() == stage.uid && o.typeContext() == context ? Optional.of(o.type()) : Optional.empty();
        return TransactionNaming.ofHandlers(o.path());
    }
}
