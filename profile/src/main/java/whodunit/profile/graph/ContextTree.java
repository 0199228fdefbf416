// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.graph;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import whodunit.profile.graph.Graph.EdgeKind;
import whodunit.profile.graph.Graph.Kind;

/**
 * The tree of all contexts and procedures, from which a graph is made. Stacks can be deep, so it is gone through in
 * lists, never by recursion.
 */
final class ContextTree {
    final ContextTreeNode root = new ContextTreeNode(null,
            new ContextTreeNode.Key("", Kind.UNATTRIBUTED, "", EdgeKind.CALL));
    /** Samples by tier. */
    final Map<String, Long> samples = new TreeMap<>();
    /** The time that they stand for, in ns, of which shares are made. */
    final Map<String, Double> totals = new TreeMap<>();
    private final List<ContextTreeNode> all = new ArrayList<>();

    ContextTreeNode child(ContextTreeNode parent, String tier, Kind kind, String name, EdgeKind via) {
        return parent.child(new ContextTreeNode.Key(tier, kind, name, via), key -> {
            ContextTreeNode node = new ContextTreeNode(parent, key);
            all.add(node);
            return node;
        });
    }

    void addSamples(ContextTreeNode node, String tier, long n, double nanos) {
        node.samples += n;
        node.nanos += nanos;
        samples.merge(tier, n, Long::sum);
        totals.merge(tier, nanos, Double::sum);
    }

    /** Every node before the one that it comes from. */
    List<ContextTreeNode> innermostFirst() {
        List<ContextTreeNode> reversed = new ArrayList<>(all);
        Collections.reverse(reversed);
        return reversed;
    }
}
