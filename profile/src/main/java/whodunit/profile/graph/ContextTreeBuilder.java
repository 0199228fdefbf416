// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.graph;

import java.util.Collection;
import whodunit.profile.Frame;
import whodunit.profile.Profile;
import whodunit.profile.RecordedProcess;
import whodunit.profile.graph.ContextNodes.End;
import whodunit.profile.graph.Graph.EdgeKind;
import whodunit.profile.graph.Graph.Kind;

/**
 * Finds the node of each sample: that of its context, and below it, where call paths matter, the procedures of its own
 * stack.
 */
final class ContextTreeBuilder {
    private final ContextTree tree;
    private final ContextNodes contexts;

    ContextTreeBuilder(Collection<RecordedProcess> processes, ContextTree tree) {
        this.tree = tree;
        this.contexts = new ContextNodes(processes, tree);
    }

    ContextTreeNode add(Profile.Entry e) {
        ContextTreeNode node = node(e);
        tree.addSamples(node, e.process().tier, e.samples());
        return node;
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
