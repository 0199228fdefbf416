// SPDX-License-Identifier: Apache-2.0
package whodunit.profile;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Follows contexts upstream, from process to process, and so turns each process's own samples into end-to-end ones
 * (paper, section 5). A process that was not recorded, or a synopsis that its files do not define, shows as
 * "unknown upstream"; references that run in a circle end there too.
 */
final class Stitcher {
    /**
     * Where a context comes from: its upstream stack, outermost first, and the transaction type or why there is none.
     */
    record Origin(List<Frame> path, String type, String reason, int typeContext, long typeProcess) {
        static Origin without(String reason) {
            return new Origin(List.of(), null, reason, 0, 0);
        }
    }

    /** Longer chains are forged or broken, and so are longer paths: each context has one of its own. */
    private static final int DEEPEST = 1000, LONGEST_PATH = 5000;

    private record Node(long process, int context) {}

    private final Map<Long, RecordedProcess> processes = new HashMap<>();
    private final Map<Node, Origin> origins = new HashMap<>();
    private final Set<Node> underway = new HashSet<>();

    Stitcher(Collection<RecordedProcess> processes) {
        for (RecordedProcess s : processes)
            this.processes.put(s.uid, s);
    }

    /** Null if it was not recorded. */
    RecordedProcess process(long uid) {
        return processes.get(uid);
    }

    Origin origin(RecordedProcess process, int context) {
        Node node = new Node(process.uid, context);
        Origin known = origins.get(node);
        if (known != null)
            return known;
        if (underway.size() > DEEPEST)
            return Origin.without("context too deep");
        if (!underway.add(node))
            return Origin.without("circular reference between processes");
        Origin found = resolve(process, context);
        underway.remove(node);
        origins.put(node, found);
        return found;
    }

    private Origin resolve(RecordedProcess process, int id) {
        if (id == Context.ROOT)
            return Origin.without(null);
        if (id == Context.OVERFLOW)
            return Origin.without("context table overflow");
        Context c = process.contexts.get(id);
        if (c == null)
            return Origin.without("context not defined in the recording");
        if (c.kind() == Context.Kind.REMOTE)
            return remote(c);
        Origin parent = origin(process, c.parent());
        if (parent.reason() != null)
            return parent;
        List<Frame> path = new ArrayList<>(parent.path());
        switch (c.kind()) {
            case TRANSACTION -> {
                return parent.type() != null ? parent : new Origin(path, c.name(), null, id, process.uid);
            }
            case REASON -> {
                return Origin.without(c.name());
            }
            case HANDLER, SEDA_STAGE -> path.add(new Frame(c.name(), Frame.Kind.HANDLER));
            case CALL_PATH -> {
                if (path.size() + c.frames().size() > LONGEST_PATH)
                    return Origin.without("context too deep");
                if (path.isEmpty() || path.get(path.size() - 1).kind() != Frame.Kind.BOUNDARY)
                    path.add(Frame.boundary(process.tier));
                path.addAll(frames(process, c));
            }
            default -> {
                return Origin.without("context of an unknown kind");
            }
        }
        return new Origin(path, parent.type(), null, parent.typeContext(), parent.typeProcess());
    }

    private Origin remote(Context c) {
        RecordedProcess upstream = processes.get(c.uid());
        String wire = "%016x-%08x".formatted(c.uid(), c.synopsis());
        if (upstream == null)
            return Origin.without("unknown upstream process %016x".formatted(c.uid()));
        Origin o = origin(upstream, c.synopsis());
        if (o.reason() != null)
            return o.reason().equals("context not defined in the recording")
                    ? Origin.without("unknown upstream context " + wire) : o;
        if (o.type() != null)
            return o;
        return TransactionNaming.ofStack(o.path(), upstream.application)
                .map(type -> new Origin(o.path(), type, null, c.synopsis(), upstream.uid))
                .orElse(o);
    }

    /** The frames of a call path of the process, without what is upstream; empty if there is no such context. */
    List<Frame> callPath(RecordedProcess process, int context) {
        Context c = process.contexts.get(context);
        return c == null ? List.of() : frames(process, c);
    }

    private static List<Frame> frames(RecordedProcess process, Context c) {
        return c.frames().stream()
                .map(f -> new Frame(Frame.withoutLine(f), process.jvm ? Frame.Kind.JAVA : Frame.Kind.NATIVE)).toList();
    }
}
