// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.graph;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import whodunit.profile.graph.Graph.EdgeKind;
import whodunit.profile.graph.Graph.Kind;

/**
 * An element reached by a path of elements; may become a node of the graph. Two nodes are the same if and only if their
 * paths are. There can be millions before most of them are pruned, so that what most do not need is made when it is
 * needed.
 */
final class ContextTreeNode {
    record Key(String tier, Kind kind, String name, EdgeKind via) {}

    final Key key;
    /** Null for the root, which is no node. */
    ContextTreeNode parent;
    EdgeKind via;
    long samples;
    /** What they stand for. */
    double nanos;
    /** Time here and in what is called from here in the same tier, in ns. */
    double called;
    /** The same here and in all that follows in the same tier. */
    private double following;
    /** The same in what follows in other tiers; null if nothing does. */
    private Map<String, Double> elsewhere;
    private Map<Key, ContextTreeNode> children;

    ContextTreeNode(ContextTreeNode parent, Key key) {
        this.parent = parent;
        this.key = key;
        this.via = key.via;
    }

    ContextTreeNode child(Key key, Function<Key, ContextTreeNode> make) {
        if (children == null)
            children = new LinkedHashMap<>(2);
        return children.computeIfAbsent(key, make);
    }

    Collection<ContextTreeNode> children() {
        return children == null ? List.of() : children.values();
    }

    boolean has(ContextTreeNode child) {
        return children.get(child.key) == child;
    }

    void remove(ContextTreeNode child) {
        children.remove(child.key);
    }

    /** Two children of one name stay two. */
    void replace(ContextTreeNode child, ContextTreeNode by) {
        by.parent = this;
        children.put(child.key, by);
    }

    void addFollowing(String tier, double n) {
        if (tier.equals(key.tier)) {
            following += n;
        } else if (n > 0) {
            if (elsewhere == null)
                elsewhere = new HashMap<>(2);
            elsewhere.merge(tier, n, Double::sum);
        }
    }

    /** Time here and in all that follows, by tier. */
    Map<String, Double> following() {
        if (elsewhere == null)
            return Map.of(key.tier, following);
        Map<String, Double> all = new HashMap<>(elsewhere);
        all.put(key.tier, following);
        return all;
    }

    boolean isRoot() {
        return parent == null;
    }

    boolean is(Kind kind) {
        return key.kind == kind;
    }

    boolean sharesTierWith(ContextTreeNode other) {
        return !isRoot() && !other.isRoot() && key.tier.equals(other.key.tier);
    }

    /** Whether its samples are its caller's if it is not drawn; it is a procedure then. */
    boolean isCalledInTier() {
        return via == EdgeKind.CALL && sharesTierWith(parent);
    }
}
