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
        Map<Place, Double> all = new HashMap<>(), missing = new HashMap<>();
        Map<String, Double> missingOfTier = new HashMap<>(), rest = new HashMap<>(),
                untold = new HashMap<>(told.untold);
        Map<Place, Double> sampled = samples.parts(pollers);
        told.types.keySet().forEach(place -> sampled.putIfAbsent(place, 0.0));
        sampled.forEach((place, part) -> {
            double seconds = part * ran(place.tier());
            double mine = told.types.getOrDefault(place, 0.0);
            double known = Math.min(mine, seconds + ERRORS * error(place));
            untold.computeIfPresent(place.tier(), (tier, more) -> more + mine - known);
            all.put(place, known);
            missing.put(place, Math.max(0, seconds - known));
            missingOfTier.merge(place.tier(), missing.get(place), Double::sum);
            rest.merge(place.tier(), seconds - known, Double::sum);
        });
        // without any stretch that tells something, samples do
        untold.forEach((tier, seconds) -> rest.computeIfPresent(tier, (t, more) -> Math.min(more, seconds)));
        missing.forEach((place, seconds) -> {
            if (seconds > 0 && rest.get(place.tier()) > 0)
                all.merge(place, seconds * rest.get(place.tier()) / missingOfTier.get(place.tier()), Double::sum);
        });
        all.values().removeIf(seconds -> seconds == 0);
        return all;
    }

    private double ran(String tier) {
        return ran.getOrDefault(tier, 0.0);
    }

    /** One standard error of a place's samples. */
    private double error(Place place) {
        return Math.sqrt(samples.of(place) + 1) * samples.part(place.tier()) * ran(place.tier());
    }
}
