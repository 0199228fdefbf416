package whodunit.profile;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Follows contexts upstream, from stage to stage, and so turns each stage's own samples into end-to-end ones
 * (paper, section 5). A stage that was not recorded, or a synopsis that its files do not define, shows as
 * "unknown upstream"; references that run in a circle end there too.
 */
final class Stitcher {
    /** Where a context comes from: its upstream stack, outermost first, and the transaction type or why there is none. */
    record Origin(List<Frame> path, String type, String reason, int typeContext, long typeStage) {
        static Origin without(String reason) {
            return new Origin(List.of(), null, reason, 0, 0);
        }
    }

    /** Longer chains are forged or broken. */
    private static final int DEEPEST = 1000;

    private record Node(long stage, int context) {}

    private final Map<Long, Stage> stages = new HashMap<>();
    private final Map<Node, Origin> origins = new HashMap<>();
    private final Set<Node> underway = new HashSet<>();

    Stitcher(Collection<Stage> stages) {
        for (Stage s : stages)
            this.stages.put(s.uid, s);
    }

    Origin origin(Stage stage, int context) {
        Node node = new Node(stage.uid, context);
        Origin known = origins.get(node);
        if (known != null)
            return known;
        if (underway.size() > DEEPEST)
            return Origin.without("context too deep");
        if (!underway.add(node))
            return Origin.without("circular reference between stages");
        Origin found = resolve(stage, context);
        underway.remove(node);
        origins.put(node, found);
        return found;
    }

    private Origin resolve(Stage stage, int id) {
        if (id == Context.ROOT)
            return Origin.without(null);
        if (id == Context.OVERFLOW)
            return Origin.without("context table overflow");
        Context c = stage.contexts.get(id);
        if (c == null)
            return Origin.without("context not defined in the recording");
        if (c.kind() == Context.Kind.REMOTE)
            return remote(c);
        Origin parent = origin(stage, c.parent());
        if (parent.reason() != null)
            return parent;
        List<Frame> path = new ArrayList<>(parent.path());
        switch (c.kind()) {
            case TRANSACTION -> {
                return parent.type() != null ? parent : new Origin(path, c.name(), null, id, stage.uid);
            }
            case REASON -> {
                return Origin.without(c.name());
            }
            case HANDLER, SEDA_STAGE -> path.add(new Frame(c.name(), Frame.Kind.HANDLER));
            case CALL_PATH -> {
                if (path.isEmpty() || path.get(path.size() - 1).kind() != Frame.Kind.BOUNDARY)
                    path.add(Frame.boundary(stage.name));
                path.addAll(frames(stage, c));
            }
            default -> {
                return Origin.without("context of an unknown kind");
            }
        }
        return new Origin(path, parent.type(), null, parent.typeContext(), parent.typeStage());
    }

    private Origin remote(Context c) {
        Stage upstream = stages.get(c.uid());
        String wire = "%016x-%08x".formatted(c.uid(), c.synopsis());
        if (upstream == null)
            return Origin.without("unknown upstream stage %016x".formatted(c.uid()));
        Origin o = origin(upstream, c.synopsis());
        if (o.reason() != null)
            return o.reason().equals("context not defined in the recording")
                    ? Origin.without("unknown upstream context " + wire) : o;
        if (o.type() != null)
            return o;
        return TransactionNaming.ofStack(o.path())
                .map(type -> new Origin(o.path(), type, null, c.synopsis(), upstream.uid))
                .orElse(o);
    }

    /** The frames of a call path of the stage, without what is upstream; empty if there is no such context. */
    List<Frame> callPath(Stage stage, int context) {
        Context c = stage.contexts.get(context);
        return c == null ? List.of() : frames(stage, c);
    }

    private static List<Frame> frames(Stage stage, Context c) {
        return c.frames().stream()
                .map(f -> new Frame(Frame.withoutLine(f), stage.jvm ? Frame.Kind.JAVA : Frame.Kind.NATIVE)).toList();
    }
}
