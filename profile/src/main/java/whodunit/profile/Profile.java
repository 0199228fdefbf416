package whodunit.profile;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The stitched result: every sample of every stage with its transaction type (or the reason for having none) and its end-to-end stack. */
public final class Profile {
    /**
     * Samples that agree in everything.
     *
     * @param label  of the samples in their own stage
     * @param type   the transaction type, or null
     * @param reason why there is no type, or null
     * @param stack  outermost first, from the first tier's root to this stage's leaf, with a boundary frame per stage
     */
    public record Entry(Stage stage, Stage.Label label, String type, String reason, List<Frame> stack, long samples) {
        public double cpuMillis() {
            return stage.cpuMillis(samples);
        }
    }

    public final List<Stage> stages;
    public final List<Entry> entries;
    /** Requests by transaction type: how often it was begun, at the stage that named it. */
    public final Map<String, Long> requests;

    private Profile(List<Stage> stages, List<Entry> entries, Map<String, Long> requests) {
        this.stages = stages;
        this.entries = entries;
        this.requests = requests;
    }

    /** Stitches any number of stages; the order does not matter. */
    public static Profile stitch(Collection<Stage> recorded) {
        List<Stage> stages = recorded.stream()
                .sorted(Comparator.comparing((Stage s) -> s.name).thenComparingLong(s -> s.uid)).toList();
        Stitcher stitcher = new Stitcher(stages);
        List<Entry> entries = new ArrayList<>();
        for (Stage stage : stages)
            stage.samples.forEach((key, n) -> entries.add(entry(stitcher, stage, key, n)));
        return new Profile(stages, List.copyOf(entries), requests(stitcher, stages));
    }

    private static Entry entry(Stitcher stitcher, Stage stage, Stage.Key key, long n) {
        if (key.label() instanceof Stage.Label.Of of) {
            Stitcher.Origin origin = stitcher.origin(stage, of.context());
            if (origin.reason() != null)
                return new Entry(stage, of, null, origin.reason(), local(stage, key.stack()), n);
            if (origin.type() != null)
                return new Entry(stage, of, origin.type(), null, endToEnd(origin.path(), stage, key.stack()), n);
            return byCallPath(stage, key, endToEnd(origin.path(), stage, key.stack()), "thread without a transaction", n);
        }
        String reason = ((Stage.Label.Missing) key.label()).reason();
        return byCallPath(stage, key, local(stage, key.stack()), reason, n);
    }

    private static Entry byCallPath(Stage stage, Stage.Key key, List<Frame> stack, String reason, long n) {
        String type = stage.jvm ? TransactionNaming.ofStack(key.stack()).orElse(null) : null;
        return new Entry(stage, key.label(), type, type == null ? reason : null, stack, n);
    }

    private static List<Frame> local(Stage stage, List<Frame> own) {
        return endToEnd(List.of(), stage, own);
    }

    private static List<Frame> endToEnd(List<Frame> upstream, Stage stage, List<Frame> own) {
        List<Frame> all = new ArrayList<>(upstream.size() + own.size() + 1);
        all.addAll(upstream);
        all.add(Frame.boundary(stage.name));
        all.addAll(own);
        return List.copyOf(all);
    }

    private static Map<String, Long> requests(Stitcher stitcher, List<Stage> stages) {
        Map<String, Long> requests = new HashMap<>();
        for (Stage stage : stages)
            stage.counts.forEach((context, counts) -> {
                Stitcher.Origin o = stitcher.origin(stage, context);
                if (counts.begun() > 0 && o.type() != null && o.typeStage() == stage.uid && o.typeContext() == context)
                    requests.merge(o.type(), counts.begun(), Long::sum);
            });
        return requests;
    }
}
