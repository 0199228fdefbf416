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

    private final SampledCpu samples;
    /** By tier, what its threads have computed. */
    private final Map<String, Double> ran;

    CpuOfTypes(SampledCpu samples, Map<String, Double> ran) {
        this.samples = samples;
        this.ran = ran;
    }

    /**
     * @param told    by stretches
     * @param pollers by tier, what threads compute that hand requests over
     */
    Map<Place, Double> seconds(Map<Place, Double> told, Map<String, Double> pollers) {
        Map<String, Double> pollersParts = new HashMap<>();
        pollers.forEach((tier, seconds) -> pollersParts.put(tier, seconds / ran.get(tier)));
        Map<Place, Double> all = new HashMap<>(), missing = new HashMap<>();
        Map<String, Double> rest = new HashMap<>(), missingOfTier = new HashMap<>();
        Map<Place, Double> sampled = samples.parts(pollersParts);
        told.keySet().forEach(place -> sampled.putIfAbsent(place, 0.0));
        sampled.forEach((place, part) -> {
            double seconds = part * ran.getOrDefault(place.tier(), 0.0);
            double known = Math.min(told.getOrDefault(place, 0.0), seconds + ERRORS * error(place));
            all.put(place, known);
            missing.put(place, Math.max(0, seconds - known));
            missingOfTier.merge(place.tier(), missing.get(place), Double::sum);
            rest.merge(place.tier(), seconds - known, Double::sum);
        });
        missing.forEach((place, seconds) -> {
            if (seconds > 0 && rest.get(place.tier()) > 0)
                all.merge(place, seconds * rest.get(place.tier()) / missingOfTier.get(place.tier()), Double::sum);
        });
        all.values().removeIf(seconds -> seconds == 0);
        return all;
    }

    /** One standard error of a place's samples. */
    private double error(Place place) {
        return Math.sqrt(samples.of(place) + 1) * samples.part(place.tier()) * ran.getOrDefault(place.tier(), 0.0);
    }
}
