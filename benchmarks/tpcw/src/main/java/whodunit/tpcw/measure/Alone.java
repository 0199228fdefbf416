// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import whodunit.tpcw.data.Scale;
import whodunit.tpcw.load.Browser;
import whodunit.tpcw.load.Load;
import whodunit.tpcw.load.Mix;
import whodunit.tpcw.load.Requests;
import whodunit.tpcw.load.Walk;
import whodunit.tpcw.run.Bookstore;

/**
 * What one request costs a database that serves no other meanwhile: browsers walk through the mix, but take turns, one
 * page at a time, at the mix's pace.
 *
 * <p>So a request finds what it finds in the mix, another kind's leavings and a server that has rested as long. Both
 * matter: among requests of its own kind only, a cheap one has the caches as its twin left them, and costs a third
 * less; after a rest it costs up to half more than without.
 */
final class Alone implements Runnable {
    private static final int WARM_UP_PAGES = 10;
    private static final long SEED = 1000;
    private static final List<String> LAST = List.of("ShoppingCart", "BuyRequest", "BuyConfirm");
    private static final long IDLE_MILLIS = 3000;
    /** A server that has answered still frees what the request needed. */
    private static final long AFTER_ANSWER_NANOS = 300_000;

    private final Bookstore shop;
    /** All browsers at a time: opens as many connections as the mix needs, which then take turns. */
    private final Load warmUp;
    private final List<String> interactions;
    private final Requests requests;
    private final List<Walk> walks = new ArrayList<>();
    private final ThreadClock clock;
    private final Random arrivals = Walk.random(SEED - 2);
    private final double meanGapNanos;
    private long next;
    private long read;
    private volatile boolean running = true;
    private final Map<String, String> statements = new HashMap<>();
    private final Map<String, Tally> tallies = new HashMap<>();

    private static final class Tally {
        double millis;
        long requests;
    }

    /** @param browsers as many as in the mix: as many sessions, and as many connections' threads */
    Alone(Bookstore shop, Scale scale, Mix mix, int browsers, double thinkSeconds) {
        this.shop = shop;
        this.warmUp = new Load(shop.tomcat.url(), scale, mix, browsers, thinkSeconds, SEED);
        this.interactions = mix.interactions();
        this.requests = new Requests(scale, Walk.random(SEED - 1));
        this.clock = new ThreadClock(shop.database.server().pid());
        this.meanGapNanos = thinkSeconds * 1e9 / browsers;
        for (int i = 0; i < browsers; i++)
            walks.add(new Walk(shop.tomcat.url(), scale, mix, Walk.random(SEED + i)));
    }

    /** Until {@link #stop}. */
    @Override
    public void run() {
        try {
            double idle = idleRate();
            claimStatements();
            warmUp.perform(WARM_UP_PAGES);
            sinceLastReading(0);
            next = System.nanoTime();
            while (running)
                everyBrowser(idle);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** After the page that each browser is at. */
    void stop() {
        running = false;
        warmUp.stop();
    }

    /** CPU of the database per request, by interaction, once it has stopped; those that did not happen are absent. */
    Map<String, Double> millis() {
        Map<String, Double> each = new HashMap<>();
        tallies.forEach((interaction, t) -> each.put(interaction, t.millis / t.requests));
        return each;
    }

    /**
     * Whose each statement is, once it has stopped: the interaction's that ran when it was seen first. Only the cart's
     * statements are those of several.
     */
    Map<String, String> statements() {
        return statements;
    }

    private void everyBrowser(double idle) throws IOException {
        for (Walk walk : walks) {
            next += gap();
            LockSupport.parkNanos(next - System.nanoTime());
            String interaction = walk.interaction();
            String html = walk.page();
            LockSupport.parkNanos(AFTER_ANSWER_NANOS);
            Tally t = tallies.computeIfAbsent(interaction, i -> new Tally());
            t.millis += sinceLastReading(idle);
            t.requests++;
            walk.images(html);
            walk.next();
        }
    }

    /** Nanoseconds between two pages' beginnings in the mix, as they fall: the browsers know nothing of each other. */
    private long gap() {
        return (long) (-meanGapNanos * Math.log(1 - arrivals.nextDouble()));
    }

    /** CPU milliseconds of the server, without what it would have used if idle. */
    private double sinceLastReading(double idle) throws IOException {
        long now = System.nanoTime();
        double elapsed = (now - read) / 1e6;
        read = now;
        return clock.lap() - idle * elapsed;
    }

    /** Each interaction several times, since a search is one of three; an order needs a cart, and comes last. */
    private void claimStatements() throws IOException {
        Browser browser = new Browser(shop.tomcat.url());
        List<String> order = new ArrayList<>(interactions);
        order.removeAll(LAST);
        order.addAll(LAST);
        claimStatements(""); // the pool's, of no interaction
        for (int i = 0; i < WARM_UP_PAGES; i++)
            for (String interaction : order) {
                browser.page(interaction, requests.url(interaction));
                claimStatements(interaction);
            }
    }

    private void claimStatements(String interaction) throws IOException {
        for (String statement : StatementClock.read(shop.statements()).keySet())
            statements.putIfAbsent(statement, interaction);
    }

    /** CPU milliseconds per millisecond that the idle server uses. */
    private double idleRate() throws IOException, InterruptedException {
        sinceLastReading(0);
        Thread.sleep(IDLE_MILLIS);
        return sinceLastReading(0) / IDLE_MILLIS;
    }
}
