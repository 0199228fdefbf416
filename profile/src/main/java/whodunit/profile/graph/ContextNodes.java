// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.graph;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import whodunit.profile.Context;
import whodunit.profile.RecordedProcess;
import whodunit.profile.graph.Graph.EdgeKind;
import whodunit.profile.graph.Graph.Kind;

/** Finds the node of a context by following it upstream, from tier to tier. */
final class ContextNodes {
    /** Where a context ends, and how what runs under it is reached. */
    record End(ContextTreeNode node, EdgeKind next) {
        boolean isStart() {
            return node.isRoot() && next != EdgeKind.REQUEST;
        }
    }

    private record Id(long process, int context) {}

    /** Longer chains are forged or broken. */
    private static final int DEEPEST = 1000;

    private final Map<Long, RecordedProcess> processes = new HashMap<>();
    private final ContextTree tree;
    private final Map<Id, End> known = new HashMap<>();
    private final Set<Id> underway = new HashSet<>();

    ContextNodes(Collection<RecordedProcess> processes, ContextTree tree) {
        processes.forEach(s -> this.processes.put(s.uid, s));
        this.tree = tree;
    }

    /** Null if the context leads nowhere: its sample has a reason instead. */
    End of(RecordedProcess process, int context) {
        Id id = new Id(process.uid, context);
        if (known.containsKey(id))
            return known.get(id);
        if (underway.size() > DEEPEST || !underway.add(id))
            return null;
        End end = find(process, context);
        underway.remove(id);
        known.put(id, end);
        return end;
    }

    private End find(RecordedProcess process, int id) {
        if (id == Context.ROOT)
            return new End(tree.root, EdgeKind.CALL);
        Context c = process.contexts.get(id);
        if (c == null)
            return null;
        if (c.kind() == Context.Kind.REMOTE) {
            RecordedProcess upstream = processes.get(c.uid());
            End sender = upstream == null ? null : of(upstream, c.synopsis());
            return sender == null ? null : new End(sender.node, EdgeKind.REQUEST);
        }
        End parent = of(process, c.parent());
        if (parent == null)
            return null;
        return switch (c.kind()) {
            case HANDLER -> element(process, parent, Kind.HANDLER, c.name(), EdgeKind.FLOW);
            case SEDA_STAGE -> element(process, parent, Kind.SEDA_STAGE, c.name(), EdgeKind.FLOW);
            case TRANSACTION -> element(process, parent, Kind.TRANSACTION, c.name(), EdgeKind.CALL);
            // what runs under a call path was handed over by it, to another thread
            case CALL_PATH -> new End(procedures(process, parent, Procedures.of(process, c)).node, EdgeKind.FLOW);
            default -> null;
        };
    }

    private End element(RecordedProcess process, End parent, Kind kind, String name, EdgeKind next) {
        EdgeKind via = parent.next == EdgeKind.REQUEST ? EdgeKind.REQUEST : EdgeKind.FLOW;
        return new End(tree.child(parent.node, process.tier, kind, name, via), next);
    }

    /** Goes down by procedures of the tier; recursion counts once. */
    End procedures(RecordedProcess process, End end, List<String> names) {
        for (String name : names)
            if (!end.node.is(Kind.PROCEDURE) || end.next != EdgeKind.CALL || !end.node.key.name().equals(name))
                end = new End(tree.child(end.node, process.tier, Kind.PROCEDURE, name, end.next), EdgeKind.CALL);
        return end;
    }
}
