// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.graph;

import java.util.Collection;
import whodunit.profile.Context;
import whodunit.profile.Frame;
import whodunit.profile.Message;
import whodunit.profile.Profile;
import whodunit.profile.RecordedProcess;
import whodunit.profile.StitchedMessage;
import whodunit.profile.graph.ContextNodes.End;
import whodunit.profile.graph.Graph.EdgeKind;
import whodunit.profile.graph.Graph.Kind;

/**
 * Finds the node of each sample: that of its context, and below it, where call paths matter, the procedures of its own
 * stack.
 */
final class ContextTreeBuilder {
    /** @param from null: it is not known where in its tier it was sent */
    record Response(ContextTreeNode from, String tier, ContextTreeNode to) {}

    private final ContextTree tree;
    private final ContextNodes contexts;

    ContextTreeBuilder(Collection<RecordedProcess> processes, ContextTree tree) {
        this.tree = tree;
        this.contexts = new ContextNodes(processes, tree);
    }

    ContextTreeNode add(Profile.Entry e) {
        ContextTreeNode node = node(e);
        tree.addSamples(node, e.process().tier, e.samples(), e.nanos());
        return node;
    }

    /** Where a response went; null if that is not known, or no other tier sent it. */
    Response response(StitchedMessage m) {
        if (m.message().kind() != Message.Kind.RESPONSE || m.peer() == null || m.peer().tier.equals(m.process().tier))
            return null;
        Context sender = m.process().contexts.get(m.message().from());
        End from = contexts.of(m.peer(), sender.synopsis()), to = contexts.of(m.process(), m.message().context());
        if (from == null || to == null || to.node().isRoot() || !to.node().key.tier().equals(m.process().tier))
            return null;
        boolean known = !from.node().isRoot() && from.node().key.tier().equals(m.peer().tier);
        return new Response(known ? from.node() : null, m.peer().tier, to.node());
    }

    private ContextTreeNode node(Profile.Entry e) {
        RecordedProcess process = e.process();
        End end = e.label() instanceof RecordedProcess.Label.Of of ? contexts.of(process, of.context()) : null;
        if (end == null || end.isStart()) {
            if (e.type() == null) {
                ContextTreeNode reason = tree.child(tree.root, process.tier, Kind.UNATTRIBUTED, e.reason(),
                        EdgeKind.CALL);
                // where there are transactions, the procedures of other work would only be in the way
                return process.contexts.isEmpty() ? procedures(e, new End(reason, EdgeKind.CALL)) : reason;
            }
            return procedures(e, new End(tree.root, EdgeKind.CALL)); // the outermost one is the type
        }
        boolean handled = end.next() == EdgeKind.FLOW
                && (end.node().is(Kind.HANDLER) || end.node().is(Kind.SEDA_STAGE));
        return handled ? end.node() : procedures(e, end);
    }

    private ContextTreeNode procedures(Profile.Entry e, End below) {
        String tier = e.process().tier;
        End end = contexts.procedures(e.process(), below, Procedures.of(e.process(), e.stack()));
        return end.node().key.tier().equals(tier) ? end.node()
                : tree.child(end.node(), tier, Kind.PROCEDURE, Frame.boundary(tier).name(), end.next());
    }
}
