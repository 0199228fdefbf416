// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Where the time of each transaction type goes, tier by tier. */
final class Splits {
    private record Place(int type, int tier) {}

    private final Map<Place, Map<WaitGraph.Part, Double>> parts = new HashMap<>();
    private final Vertices vertices;
    private final ThreadTiers tiers;

    /** @param shares (vertex, vertex waited for, share, tier, tier waited for) */
    Splits(Vertices vertices, ThreadTiers tiers, EdgeSums shares) {
        this.vertices = vertices;
        this.tiers = tiers;
        if (!(vertices instanceof NamedVertices named))
            return;
        shares.forEach((type, other, number, tier, otherTier, ns, direct, count) -> {
            if (!named.isType(type))
                return;
            Share share = Share.values()[number];
            String whom = switch (share) {
                case LOCK -> vertices.name(other);
                case DOWNSTREAM -> tiers.name(otherTier);
                default -> "";
            };
            parts.computeIfAbsent(new Place(type, tier), p -> new HashMap<>()).merge(new WaitGraph.Part(share, whom),
                    ns / 1e9, Double::sum);
        });
    }

    /** The longest first. */
    List<WaitGraph.Split> list() {
        List<WaitGraph.Split> all = new ArrayList<>();
        parts.forEach((place, times) -> all.add(new WaitGraph.Split(vertices.name(place.type()),
                tiers.name(place.tier()), times.values().stream().mapToDouble(s -> s).sum(), Map.copyOf(times))));
        all.sort(Comparator.comparingDouble(WaitGraph.Split::seconds).reversed());
        return all;
    }
}
