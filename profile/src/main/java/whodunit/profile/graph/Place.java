package whodunit.profile.graph;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import whodunit.profile.graph.Graph.EdgeKind;
import whodunit.profile.graph.Graph.Kind;

/** A node to be: an element reached by a path of elements. Two places are the same if and only if their paths are. */
final class Place {
    record Key(String stage, Kind kind, String name, EdgeKind via) {}

    final Key key;
    /** Null for the root, which is no node. */
    Place parent;
    EdgeKind via;
    long samples;
    /** Samples here and in what is called from here in the same tier. */
    long called;
    /** Samples here and in all that follows, by tier. */
    final Map<String, Long> following = new HashMap<>(2);
    final Map<Key, Place> children = new LinkedHashMap<>();

    Place(Place parent, Key key) {
        this.parent = parent;
        this.key = key;
        this.via = key.via;
    }

    boolean isRoot() {
        return parent == null;
    }

    boolean is(Kind kind) {
        return key.kind == kind;
    }

    boolean sharesTierWith(Place other) {
        return !isRoot() && !other.isRoot() && key.stage.equals(other.key.stage);
    }
}
