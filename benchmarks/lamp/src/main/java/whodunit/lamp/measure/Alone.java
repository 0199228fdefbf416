// SPDX-License-Identifier: Apache-2.0
package whodunit.lamp.measure;

import java.io.IOException;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import whodunit.harness.oracle.OneAtATime;
import whodunit.harness.oracle.Pace;
import whodunit.harness.oracle.ServerClock;
import whodunit.lamp.load.Route;
import whodunit.lamp.load.Visitor;
import whodunit.lamp.run.Site;

/**
 * What one request costs each tier of a site that serves no other meanwhile: the visitors take turns, a request at a
 * time, at the pace of the load. So a request finds the caches as another kind has left them, and servers that have
 * rested as long: both matter, as in the bookstore's oracle. What a route's first request costs is told apart.
 */
final class Alone extends OneAtATime {
    /** A worker that has answered still puts its request away. */
    private static final long SETTLED_NANOS = 3_000_000;
    private static final int MOST_WAITS = 20;

    private final List<Visitor> visitors;
    private final Pace pace;
    private final Map<String, ServerClock> clocks = new LinkedHashMap<>();
    private final Map<Route, Tally> tallies = new EnumMap<>(Route.class);

    private static final class Tally {
        private final Map<String, Double> first = new LinkedHashMap<>(), later = new LinkedHashMap<>();
        private long requests;

        private Map<String, Double> current() {
            return requests == 1 ? first : later;
        }

        /** Of a route that was asked for once, the first is all that is known. */
        private Cost cost(String tier) {
            double one = Math.max(0, first.get(tier));
            return new Cost(one, requests == 1 ? one : Math.max(0, later.get(tier) / (requests - 1)));
        }
    }

    /** @param thinkSeconds of each visitor, in the load whose pace this follows */
    Alone(Site site, List<Visitor> visitors, double thinkSeconds) {
        this.visitors = visitors;
        pace = new Pace(thinkSeconds, visitors.size(), new Random(7));
        for (String tier : Site.TIERS)
            clocks.put(tier, new ServerClock(List.of(site.server(tier))));
    }

    @Override
    protected void prepare() throws IOException, InterruptedException {
        ServerClock.rest(clocks.values());
        pace.begin();
    }

    @Override
    protected void perform() throws IOException {
        for (Visitor visitor : visitors) {
            pace.awaitRested(this::isRunning);
            if (isRunning())
                measure(visitor);
        }
    }

    /** By tier, once it has stopped; routes that were not asked for are absent. */
    Map<Route, Map<String, Cost>> costs() {
        Map<Route, Map<String, Cost>> each = new EnumMap<>(Route.class);
        tallies.forEach((route, tally) -> {
            Map<String, Cost> costs = new LinkedHashMap<>();
            tally.first.keySet().forEach(tier -> costs.put(tier, tally.cost(tier)));
            each.put(route, costs);
        });
        return each;
    }

    private void measure(Visitor visitor) throws IOException {
        Route route = visitor.route();
        visitor.request();
        Tally tally = tallies.computeIfAbsent(route, r -> new Tally());
        tally.requests++;
        double used = 1;
        for (int i = 0; i < MOST_WAITS && used > 0.1; i++) {
            LockSupport.parkNanos(SETTLED_NANOS);
            used = 0;
            for (Map.Entry<String, ServerClock> tier : clocks.entrySet()) {
                double millis = tier.getValue().lap();
                tally.current().merge(tier.getKey(), millis, Double::sum);
                used += millis;
            }
        }
    }
}
