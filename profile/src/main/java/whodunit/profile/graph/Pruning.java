package whodunit.profile.graph;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import whodunit.profile.graph.Graph.EdgeKind;
import whodunit.profile.graph.Graph.Kind;

/**
 * Makes the tree small enough to be read. Procedures below the threshold count as part of their caller, and procedures that
 * do nothing but call one other are passed over; contexts below the threshold are left out, and their shares are noted.
 */
final class Pruning {
    final Places places;
    /** By tier. */
    final Map<String, Long> prunedSamples = new HashMap<>();
    final Map<String, Integer> prunedNodes = new HashMap<>();
    private final String stage;
    private final double minPct;

    /** @param stage the only tier whose shares matter; null: all matter */
    Pruning(Places places, String stage, double minPct) {
        this.places = places;
        this.stage = stage;
        this.minPct = minPct;
        List<Place> all = places.innermostFirst();
        all.forEach(Pruning::sum);
        all.forEach(this::prune);
        all.forEach(this::contract);
    }

    double minPct() {
        return minPct;
    }

    double percent(String tier, long samples) {
        return 100.0 * samples / places.totals.getOrDefault(tier, 1L);
    }

    private static void sum(Place p) {
        p.called += p.samples;
        p.addFollowing(p.key.stage(), p.samples);
        if (p.isCalledInTier())
            p.parent.called += p.called;
        p.following().forEach(p.parent::addFollowing);
    }

    private boolean matters(Place p) {
        return p.following().entrySet().stream().anyMatch(e -> (stage == null || stage.equals(e.getKey()))
                && percent(e.getKey(), e.getValue()) >= minPct);
    }

    private void prune(Place p) {
        if (matters(p))
            return;
        p.parent.remove(p);
        handOver(p);
        if (!p.isCalledInTier())
            prunedNodes.merge(p.key.stage(), 1, Integer::sum);
    }

    /** Samples of a place that is not drawn go to its caller, or are left out. */
    private void handOver(Place p) {
        if (p.isCalledInTier())
            p.parent.samples += p.samples;
        else
            prunedSamples.merge(p.key.stage(), p.samples, Long::sum);
    }

    private void contract(Place p) {
        if (!p.parent.has(p) || !p.is(Kind.PROCEDURE) || p.children().size() != 1
                || p.samples > 0 && percent(p.key.stage(), p.samples) >= minPct)
            return;
        Place only = p.children().iterator().next();
        boolean sends = !only.sharesTierWith(p);
        if (p.via != EdgeKind.CALL && only.via != EdgeKind.CALL || sends && p.parent.children().size() > 1)
            return;
        handOver(p);
        if (p.via != EdgeKind.CALL)
            only.via = p.via;
        p.parent.replace(p, only);
    }
}
