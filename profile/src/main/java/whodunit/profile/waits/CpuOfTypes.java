// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import java.util.HashMap;
import java.util.Map;
import whodunit.profile.waits.SampledCpu.Place;

/**
 * What each transaction type has computed in each sampled tier, in seconds: as {@link Stretches} tell, which are exact
 * where they tell anything, and the rest as samples say. Of a type that has few requests there are few samples, but all
 * of its stretches.
 */
final class CpuOfTypes {
    /** Of a sample's count: stretches that tell of more than that are of a thread that works for many at once. */
    private static final double ERRORS = 3;

    /** What intervals tell, in seconds. */
    static final class Told {
        final Map<Place, Double> types = new HashMap<>();
        /** By tier, what threads have computed that work for requests, where it is not told for which. */
        final Map<String, Double> untold = new HashMap<>();
        /** By tier, what threads compute that hand requests over. */
        final Map<String, Double> pollers = new HashMap<>();
    }

    private final SampledCpu samples;
    /** By tier, what its threads have computed. */
    private final Map<String, Double> ran;

    CpuOfTypes(SampledCpu samples, Map<String, Double> ran) {
        this.samples = samples;
        this.ran = ran;
    }

    Map<Place, Double> seconds(Told told) {
        Map<String, Double> pollers = new HashMap<>();
        told.pollers.forEach((tier, seconds) -> pollers.put(tier, seconds / Math.max(1e-9, ran(tier))));
        Map<Place, Double> all = new HashMap<>(), sampled = new HashMap<>(), missing = new HashMap<>();
        Map<String, Double> rest = new HashMap<>(), untold = new HashMap<>(told.untold);
        samples.parts(pollers).forEach((place, part) -> sampled.put(place, part * ran(place.tier())));
        told.types.keySet().forEach(place -> sampled.putIfAbsent(place, 0.0));
        sampled.forEach((place, seconds) -> {
            double mine = told.types.getOrDefault(place, 0.0);
            double known = Math.min(mine, seconds + ERRORS * error(samples.of(place), place.tier()));
            untold.computeIfPresent(place.tier(), (tier, more) -> more + mine - known);
            all.put(place, known);
            missing.put(place, Math.max(0, seconds - known));
            rest.merge(place.tier(), seconds - known, Double::sum);
        });
        // without any stretch that tells something, samples do
        untold.forEach((tier, seconds) -> rest.computeIfPresent(tier, (t, more) -> Math.min(more, seconds)));
        divide(rest, sampled, missing).forEach((place, seconds) -> all.merge(place, seconds, Double::sum));
        all.values().removeIf(seconds -> seconds == 0);
        return all;
    }

    /**
     * A tier's rest is that of the types that miss something, if it is more than samples err. What is less may be one
     * type's by chance only: it is everybody's.
     */
    private Map<Place, Double> divide(Map<String, Double> rest, Map<Place, Double> sampled,
            Map<Place, Double> missing) {
        Map<String, Double> sampledOf = byTier(sampled), missingOf = byTier(missing);
        Map<String, Long> count = new HashMap<>();
        sampled.keySet().forEach(place -> count.merge(place.tier(), samples.of(place), Long::sum));
        Map<Place, Double> divided = new HashMap<>();
        sampled.forEach((place, seconds) -> {
            String tier = place.tier();
            double all = rest.get(tier);
            if (all <= 0)
                return;
            boolean isSure = all > error(count.get(tier), tier);
            divided.put(place, all
                    * (isSure ? missing.get(place) / missingOf.get(tier) : seconds / sampledOf.get(tier)));
        });
        return divided;
    }

    private static Map<String, Double> byTier(Map<Place, Double> seconds) {
        Map<String, Double> sums = new HashMap<>();
        seconds.forEach((place, some) -> sums.merge(place.tier(), some, Double::sum));
        return sums;
    }

    private double ran(String tier) {
        return ran.getOrDefault(tier, 0.0);
    }

    /** One standard error of that many samples, in seconds. */
    private double error(long count, String tier) {
        return Math.sqrt(count + 1) * samples.part(tier) * ran(tier);
    }
}
