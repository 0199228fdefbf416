// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.graph;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import whodunit.profile.graph.Graph.EdgeKind;
import whodunit.profile.graph.Graph.Kind;

/**
 * Makes the tree small enough to be read. Procedures below the threshold count as part of their caller, and procedures
 * that do nothing but call one other are passed over; what hands work over to another thread stays. Contexts below the
 * threshold are left out, and their shares are noted.
 */
final class ContextTreePruning {
    final ContextTree tree;
    /** By tier. */
    final Map<String, Double> prunedNanos = new HashMap<>();
    final Map<String, Integer> prunedNodes = new HashMap<>();
    /** Procedures that are not drawn because they only call one other: that other. */
    final Map<ContextTreeNode, ContextTreeNode> passedOver = new HashMap<>();
    private final Set<String> tiers;
    private final double minPct;

    /** @param tiers those whose shares matter; empty: all */
    ContextTreePruning(ContextTree tree, Set<String> tiers, double minPct) {
        this.tree = tree;
        this.tiers = tiers;
        this.minPct = minPct;
        List<ContextTreeNode> all = tree.innermostFirst();
        all.forEach(ContextTreePruning::sum);
        all.forEach(this::prune);
        all.forEach(this::contract);
    }

    double minPct() {
        return minPct;
    }

    double percent(String tier, double nanos) {
        return 100 * nanos / tree.totals.getOrDefault(tier, 1.0);
    }

    private static void sum(ContextTreeNode n) {
        n.called += n.nanos;
        n.addFollowing(n.key.tier(), n.nanos);
        if (n.isCalledInTier())
            n.parent.called += n.called;
        n.following().forEach(n.parent::addFollowing);
    }

    private boolean matters(ContextTreeNode n) {
        return n.following().entrySet().stream().anyMatch(e -> (tiers.isEmpty() || tiers.contains(e.getKey()))
                && percent(e.getKey(), e.getValue()) >= minPct);
    }

    private void prune(ContextTreeNode n) {
        if (matters(n))
            return;
        n.parent.remove(n);
        handOver(n);
        if (!n.isCalledInTier())
            prunedNodes.merge(n.key.tier(), 1, Integer::sum);
    }

    /** Samples of a node that is not drawn go to its caller, or are left out. */
    private void handOver(ContextTreeNode n) {
        if (n.isCalledInTier()) {
            n.parent.samples += n.samples;
            n.parent.nanos += n.nanos;
        } else {
            prunedNanos.merge(n.key.tier(), n.nanos, Double::sum);
        }
    }

    private void contract(ContextTreeNode n) {
        if (!n.parent.has(n) || !n.is(Kind.PROCEDURE) || n.children().size() != 1
                || n.samples > 0 && percent(n.key.tier(), n.nanos) >= minPct)
            return;
        ContextTreeNode only = n.children().iterator().next();
        boolean sends = !only.sharesTierWith(n), handsOver = only.via == EdgeKind.FLOW;
        if (handsOver || n.via != EdgeKind.CALL && only.via != EdgeKind.CALL || sends && n.parent.children().size() > 1)
            return;
        handOver(n);
        if (!n.isCalledInTier() && n.samples > 0)
            prunedNodes.merge(n.key.tier(), 1, Integer::sum);
        if (n.via != EdgeKind.CALL)
            only.via = n.via;
        n.parent.replace(n, only);
        passedOver.put(n, only);
    }
}
