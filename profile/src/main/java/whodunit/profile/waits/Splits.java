// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Where the time of each transaction type goes, tier by tier. */
final class Splits {
    private static final WaitGraph.Part CPU = new WaitGraph.Part(Share.CPU, "");

    private final Map<SampledCpu.Place, Map<WaitGraph.Part, Double>> parts = new HashMap<>();
    private final Map<SampledCpu.Place, Map<WaitGraph.Part, Double>> ready = new HashMap<>();

    /**
     * @param cpu how a tier's time on processors is divided, where that is known; elsewhere it is as in the shares
     */
    Splits(Vertices vertices, ThreadTiers tiers, SweepSums sums, SampledCpu cpu) {
        if (!(vertices instanceof NamedVertices named))
            return;
        Map<String, Double> ran = new HashMap<>();
        sums.shares.forEach((type, other, number, tier, otherTier, ns, after, count) -> {
            Share share = Share.values()[number];
            if (share == Share.CPU)
                ran.merge(tiers.name(tier), ns / 1e9, Double::sum);
            if (!named.isType(type) || share == Share.CPU && cpu.has(tiers.name(tier)))
                return;
            String whom = switch (share) {
                case LOCK -> vertices.name(other);
                case DOWNSTREAM -> tiers.name(otherTier);
                default -> "";
            };
            SampledCpu.Place place = new SampledCpu.Place(vertices.name(type), tiers.name(tier));
            WaitGraph.Part part = new WaitGraph.Part(share, whom);
            add(parts, place, part, ns / 1e9);
            if (share != Share.CPU && share != Share.RUNNABLE)
                add(ready, place, part, after / 1e9);
        });
        if (named.areTiers())
            return;
        CpuOfTypes.Told told = new CpuOfTypes.Told();
        sums.stretches.forEach((type, tier, kind, stack, other, ns, direct, count) -> {
            if (named.isType(type) && cpu.has(tiers.name(tier)))
                told.types.merge(new SampledCpu.Place(vertices.name(type), tiers.name(tier)), ns / 1e9, Double::sum);
        });
        for (int t = 0; t < sums.ranNanos.length; t++) {
            String tier = tiers.name(tiers.of(t));
            if (sums.handsOver[t])
                told.pollers.merge(tier, sums.ranNanos[t] / 1e9, Double::sum);
            else if (sums.hasWorked[t])
                told.untold.merge(tier, sums.untoldNanos[t] / 1e9, Double::sum);
        }
        new CpuOfTypes(cpu, ran).seconds(told).forEach((place, s) -> add(parts, place, CPU, s));
    }

    private static void add(Map<SampledCpu.Place, Map<WaitGraph.Part, Double>> to, SampledCpu.Place place,
            WaitGraph.Part part, double seconds) {
        to.computeIfAbsent(place, p -> new HashMap<>()).merge(part, seconds, Double::sum);
    }

    /** The longest first. */
    List<WaitGraph.Split> list() {
        List<WaitGraph.Split> all = new ArrayList<>();
        parts.forEach((place, times) -> all.add(new WaitGraph.Split(place.type(), place.tier(),
                times.values().stream().mapToDouble(s -> s).sum(), Map.copyOf(times),
                Map.copyOf(ready.getOrDefault(place, Map.of())))));
        all.sort(Comparator.comparingDouble(WaitGraph.Split::seconds).reversed());
        return all;
    }
}
