package whodunit.profile.graph;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import whodunit.profile.graph.Graph.EdgeKind;
import whodunit.profile.graph.Graph.Kind;

/** The tree of all places. Stacks can be deep, so it is gone through in lists, never by recursion. */
final class Places {
    final Place root = new Place(null, new Place.Key("", Kind.UNATTRIBUTED, "", EdgeKind.CALL));
    /** Samples by tier. */
    final Map<String, Long> totals = new TreeMap<>();
    private final List<Place> all = new ArrayList<>();

    Place child(Place parent, String stage, Kind kind, String name, EdgeKind via) {
        return parent.child(new Place.Key(stage, kind, name, via), key -> {
            Place p = new Place(parent, key);
            all.add(p);
            return p;
        });
    }

    void addSamples(Place place, String stage, long n) {
        place.samples += n;
        totals.merge(stage, n, Long::sum);
    }

    /** Every place before the one that it comes from. */
    List<Place> innermostFirst() {
        List<Place> reversed = new ArrayList<>(all);
        Collections.reverse(reversed);
        return reversed;
    }
}
