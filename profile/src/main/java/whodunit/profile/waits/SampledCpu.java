// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import whodunit.profile.Context;
import whodunit.profile.ContextTypes;
import whodunit.profile.Metric;
import whodunit.profile.RecordedProcess;
import whodunit.profile.Samples;

/**
 * Which part of a tier's time on processors each transaction type has had, by the samples of the same recording: they
 * know for which transaction a thread ran. An interval only knows for which one it ran last. What threads of
 * transactions compute without one is what a request needs before it is known, and after it is answered: it is divided
 * by the number of transactions that have begun.
 */
final class SampledCpu {
    record Place(String type, String tier) {}

    /** In ns, of which parts are made: a tier's processes may have different intervals. */
    private final Map<Place, Double> nanos = new HashMap<>();
    private final Map<String, Double> ofTier = new HashMap<>();
    private final Map<String, Double> withoutContext = new HashMap<>();
    /** How many samples that is, of which their error is known. */
    private final Map<Place, Long> samples = new HashMap<>();
    private final Map<String, Long> samplesOfTier = new HashMap<>();
    private final Map<Place, Long> begun = new HashMap<>();

    SampledCpu(WaitRecording recording, Collection<RecordedProcess> processes) {
        ContextTypes types = new ContextTypes(processes);
        for (RecordedProcess p : processes) {
            if (!recording.isOfThisMachine(p))
                continue;
            if (p.metric() == Metric.CPU)
                for (Samples.Bin bin : p.samples.bins()) {
                    long n = bin.times().within(recording.startUnixNanos(), recording.endUnixNanos()).samples();
                    ofTier.merge(p.tier, p.nanos(n), Double::sum);
                    samplesOfTier.merge(p.tier, n, Long::sum);
                    if (bin.label() instanceof RecordedProcess.Label.Of none && none.context() == Context.ROOT)
                        withoutContext.merge(p.tier, p.nanos(n), Double::sum);
                    if (n > 0 && bin.label() instanceof RecordedProcess.Label.Of label)
                        types.of(p, label.context()).ifPresent(type -> {
                            nanos.merge(new Place(type, p.tier), p.nanos(n), Double::sum);
                            samples.merge(new Place(type, p.tier), n, Long::sum);
                        });
                }
            p.counts.forEach((context, counts) -> {
                if (counts.sum().begun() > 0)
                    types.of(p, context).ifPresent(
                            type -> begun.merge(new Place(type, p.tier), counts.sum().begun(), Long::sum));
            });
        }
    }

    /** Whether anything is known of the tier. */
    boolean has(String tier) {
        return ofTier.getOrDefault(tier, 0.0) > 0;
    }

    long of(Place place) {
        return samples.getOrDefault(place, 0L);
    }

    /** The part of 1 that a sample stands for on average in a tier that {@link #has} some. */
    double part(String tier) {
        return 1.0 / samplesOfTier.get(tier);
    }

    /**
     * Parts of 1.
     *
     * @param pollers by tier, the part that threads have which hand requests over: until they have, that is a time of
     *                its own
     */
    Map<Place, Double> parts(Map<String, Double> pollers) {
        Map<Place, Double> parts = new HashMap<>();
        nanos.forEach((place, ns) -> parts.put(place, ns / ofTier.get(place.tier())));
        Map<String, Long> all = new HashMap<>();
        begun.forEach((place, n) -> all.merge(place.tier(), n, Long::sum));
        begun.forEach((place, n) -> {
            double without = withoutContext.getOrDefault(place.tier(), 0.0);
            double around = without == 0 ? 0
                    : without / ofTier.get(place.tier()) - pollers.getOrDefault(place.tier(), 0.0);
            if (around > 0)
                parts.merge(place, around * n / all.get(place.tier()), Double::sum);
        });
        return parts;
    }
}
