// SPDX-License-Identifier: Apache-2.0
package whodunit.springshop.measure;

import java.io.IOException;
import java.net.http.HttpClient;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import whodunit.harness.oracle.MeanCosts;
import whodunit.harness.oracle.OneAtATime;
import whodunit.harness.oracle.Pace;
import whodunit.harness.oracle.ServerClock;
import whodunit.springshop.load.Scale;
import whodunit.springshop.load.Shopper;
import whodunit.springshop.load.Visitors;
import whodunit.springshop.run.SpringShop;

/**
 * What one request costs the database of a shop that serves no other meanwhile: the routes of the mix take turns, a
 * request at a time, at the mix's pace, so that each finds the caches as another one has left them. A request's cost is
 * all that the database does until billing is done with what it sold, and the server rests.
 */
final class Alone extends OneAtATime {
    private static final double WARM_UP_SECONDS = 10;
    /** A server that has answered still puts the statement away. */
    private static final long SETTLED_NANOS = 2_000_000;
    private static final int MOST_WAITS = 10;
    private static final double AT_REST_MILLIS = 0.05;

    private final SpringShop shop;
    private final Visitors warmUp;
    private final Shopper shopper;
    private final Pace pace;
    private final ServerClock clock;
    private final MeanCosts costs = new MeanCosts();
    private long sold;

    /** @param thinkSeconds of each visitor, in the load whose pace this follows */
    Alone(SpringShop shop, Scale scale, int visitors, double thinkSeconds) {
        this.shop = shop;
        warmUp = new Visitors(shop.url(), scale, visitors, thinkSeconds);
        shopper = new Shopper(HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build(), shop.url(), scale,
                new Random(1000));
        pace = new Pace(thinkSeconds, visitors, new Random(7));
        clock = new ServerClock(List.of(shop.databasePid()));
    }

    @Override
    protected void prepare() throws IOException, InterruptedException {
        sold = warmUp.run(WARM_UP_SECONDS).get(Shopper.ORDERS).size();
        shop.awaitSales(sold);
        ServerClock.rest(List.of(clock));
        pace.begin();
    }

    @Override
    protected void perform() throws IOException, InterruptedException {
        pace.awaitRested(this::isRunning);
        if (!isRunning())
            return;
        String route = shopper.draw();
        clock.lap(); // what the server does in a pause is no request's
        shopper.visit(route);
        if (route.equals(Shopper.ORDERS))
            shop.awaitSales(++sold);
        double all = 0, used = 1;
        for (int i = 0; i < MOST_WAITS && used > AT_REST_MILLIS; i++) {
            LockSupport.parkNanos(SETTLED_NANOS);
            all += used = clock.lap();
        }
        costs.add(route, all);
    }

    @Override
    public void stop() {
        super.stop();
        warmUp.stop();
    }

    /** The database's CPU milliseconds of a request by route, once it has stopped. */
    Map<String, Double> millis() {
        return costs.millis();
    }
}
