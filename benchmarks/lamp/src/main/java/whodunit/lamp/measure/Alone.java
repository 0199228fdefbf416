// SPDX-License-Identifier: Apache-2.0
package whodunit.lamp.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import whodunit.harness.ThreadClock;
import whodunit.lamp.load.Route;
import whodunit.lamp.load.Visitor;
import whodunit.lamp.run.Site;

/**
 * What one request costs each tier of a site that serves no other meanwhile: the visitors take turns, a request at a
 * time, at the pace of the load. So a request finds the caches as another kind has left them, and servers that have
 * rested as long: both matter, as in the bookstore's oracle. What a route's first request costs is told apart.
 */
final class Alone implements Runnable {
    private static final long IDLE_MILLIS = 3000;
    /** A worker that has answered still puts its request away. */
    private static final long SETTLED_NANOS = 3_000_000;
    private static final int MOST_WAITS = 20;

    private final List<Visitor> visitors;
    private final double meanGapNanos;
    private final Random arrivals = new Random(7);
    private final Map<String, List<ThreadClock>> clocks = new LinkedHashMap<>();
    private final Map<Route, Tally> tallies = new EnumMap<>(Route.class);
    private Map<String, Double> idle = Map.of();
    private long read;
    private volatile boolean running = true;

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
        this.meanGapNanos = thinkSeconds * 1e9 / visitors.size();
        for (String tier : Site.TIERS)
            clocks.put(tier, site.processes(tier).stream().map(ThreadClock::new).toList());
    }

    /** Until {@link #stop}. */
    @Override
    public void run() {
        try {
            lap();
            Thread.sleep(IDLE_MILLIS);
            Map<String, Double> rested = lap();
            rested.replaceAll((tier, millis) -> millis / IDLE_MILLIS);
            idle = rested;
            long next = System.nanoTime();
            while (running)
                for (Visitor visitor : visitors) {
                    next = Math.max(next, System.nanoTime())
                            + (long) (-meanGapNanos * Math.log(1 - arrivals.nextDouble()));
                    pauseUntil(next, () -> running);
                    if (running)
                        measure(visitor);
                }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** After the request at hand. */
    void stop() {
        running = false;
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
            for (Map.Entry<String, Double> tier : lap().entrySet()) {
                tally.current().merge(tier.getKey(), tier.getValue(), Double::sum);
                used += tier.getValue();
            }
        }
    }

    /** CPU milliseconds of each tier since the last reading, without what it would have used if idle. */
    private Map<String, Double> lap() throws IOException {
        long now = System.nanoTime();
        double elapsed = (now - read) / 1e6;
        read = now;
        Map<String, Double> laps = new LinkedHashMap<>();
        for (Map.Entry<String, List<ThreadClock>> tier : clocks.entrySet()) {
            double all = 0;
            for (ThreadClock clock : tier.getValue())
                all += clock.lap();
            laps.put(tier.getKey(), all - idle.getOrDefault(tier.getKey(), 0.0) * elapsed);
        }
        return laps;
    }

    private static void pauseUntil(long nanos, BooleanSupplier goesOn) {
        for (long left; goesOn.getAsBoolean() && (left = nanos - System.nanoTime()) > 0;)
            LockSupport.parkNanos(Math.min(left, 100_000_000));
    }
}
