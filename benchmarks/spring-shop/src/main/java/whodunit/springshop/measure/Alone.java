// SPDX-License-Identifier: Apache-2.0
package whodunit.springshop.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import whodunit.harness.ThreadClock;
import whodunit.springshop.load.Scale;
import whodunit.springshop.load.Shopper;
import whodunit.springshop.load.Visitors;
import whodunit.springshop.run.SpringShop;

/**
 * What one request costs the database of a shop that serves no other meanwhile: the routes of the mix take turns, a
 * request at a time, at the mix's pace, so that each finds the caches as another one has left them. A request's cost is
 * all that the database does until billing is done with what it sold, and the server rests.
 */
final class Alone implements Runnable {
    private static final double WARM_UP_SECONDS = 10;
    private static final long IDLE_MILLIS = 3000;
    /** A server that has answered still puts the statement away. */
    private static final long SETTLED_NANOS = 2_000_000;
    private static final int MOST_WAITS = 10;
    private static final double AT_REST_MILLIS = 0.05;

    private final SpringShop shop;
    private final Visitors warmUp;
    private final Shopper shopper;
    private final double meanGapNanos;
    private final Random arrivals = new Random(7);
    private final ThreadClock clock;
    private final Map<String, Tally> tallies = new HashMap<>();
    private long sold;
    private double idle;
    private long read;
    private volatile boolean running = true;

    private static final class Tally {
        private double millis;
        private long requests;
    }

    /** @param thinkSeconds of each visitor, in the load whose pace this follows */
    Alone(SpringShop shop, Scale scale, int visitors, double thinkSeconds) {
        this.shop = shop;
        warmUp = new Visitors(shop.url(), scale, visitors, thinkSeconds);
        shopper = new Shopper(HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build(), shop.url(), scale,
                new Random(1000));
        meanGapNanos = thinkSeconds * 1e9 / visitors;
        clock = new ThreadClock(shop.databasePid());
    }

    /** Until {@link #stop}. */
    @Override
    public void run() {
        try {
            sold = warmUp.run(WARM_UP_SECONDS).get(Shopper.ORDERS).size();
            shop.awaitSales(sold);
            lap();
            Thread.sleep(IDLE_MILLIS);
            idle = lap() / IDLE_MILLIS;
            long next = System.nanoTime();
            while (running) {
                next = Math.max(next, System.nanoTime()) + (long) (-meanGapNanos * Math.log(1 - arrivals.nextDouble()));
                LockSupport.parkNanos(next - System.nanoTime());
                measure(shopper.draw());
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
        warmUp.stop();
    }

    /** The database's CPU milliseconds of a request by route, once it has stopped. */
    Map<String, Double> millis() {
        Map<String, Double> each = new HashMap<>();
        tallies.forEach((route, tally) -> each.put(route, Math.max(0, tally.millis / tally.requests)));
        return each;
    }

    private void measure(String route) throws IOException, InterruptedException {
        Tally tally = tallies.computeIfAbsent(route, r -> new Tally());
        lap(); // what the server does in a pause is no request's
        shopper.visit(route);
        if (route.equals(Shopper.ORDERS))
            shop.awaitSales(++sold);
        tally.requests++;
        double used = 1;
        for (int i = 0; i < MOST_WAITS && used > AT_REST_MILLIS; i++) {
            LockSupport.parkNanos(SETTLED_NANOS);
            tally.millis += used = lap();
        }
    }

    /** CPU milliseconds since the last reading, without what the server would have used if idle. */
    private double lap() throws IOException {
        long now = System.nanoTime();
        double elapsed = (now - read) / 1e6;
        read = now;
        return clock.lap() - idle * elapsed;
    }
}
