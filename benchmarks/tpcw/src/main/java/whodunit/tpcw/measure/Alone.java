package whodunit.tpcw.measure;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import whodunit.tpcw.data.Scale;
import whodunit.tpcw.load.Browser;
import whodunit.tpcw.load.Requests;
import whodunit.tpcw.run.Bookstore;

/**
 * What one request of an interaction costs a database that serves nothing else, requested as often as in the mix or, if
 * that would be too little to measure, somewhat more often.
 *
 * <p>The rate matters: back to back, a cheap request finds the caches as its twin has left them and costs a third less
 * than among others.
 */
final class Alone {
    /** What a session must have done before; its cost, measured before, is taken off. */
    private static final Map<String, List<String>> BEFORE =
            Map.of("BuyRequest", List.of("ShoppingCart"), "BuyConfirm", List.of("ShoppingCart", "BuyRequest"));

    /** Carts would grow without end otherwise. */
    private static final int REQUESTS_PER_SESSION = 3;
    private static final int CLIENTS = 10;
    private static final double LEAST_PER_SECOND = 15;
    /** The kernel shows CPU time in steps of 10 ms: what is cheap or rare in the mix is requested more often, up to this. */
    private static final double MOST_PER_SECOND = 200;
    private static final double BUSY_MILLIS_PER_SECOND = 150;

    /** The machine is not equally fast from minute to minute: every interaction gets its share of each. */
    private static final int PASSES = 4;

    private final Bookstore shop;
    private final Scale scale;
    private final double seconds;
    private final Map<String, String> statements = new HashMap<>();

    /** What an interaction took so far, that of what had to come before included. */
    private static final class Tally {
        final double perSecond;
        double millis;
        long requests;

        Tally(double perSecond) {
            this.perSecond = perSecond;
        }

        double each() {
            return millis / Math.max(1, requests);
        }
    }

    /** @param seconds for each interaction, after a quarter as long for its rate */
    Alone(Bookstore shop, Scale scale, double seconds) {
        this.shop = shop;
        this.scale = scale;
        this.seconds = seconds;
    }

    /**
     * CPU milliseconds of mariadbd per request, by interaction.
     *
     * @param perSecond how often each is requested at least
     */
    Map<String, Double> measure(Map<String, Double> perSecond) throws Exception {
        List<String> order = new ArrayList<>(perSecond.keySet());
        order.sort((a, b) -> before(a).size() - before(b).size());
        double idle = idleRate();
        claimStatements(""); // the pool's, of no interaction
        Map<String, Tally> tallies = new HashMap<>();
        for (String interaction : order) {
            Tally rough = new Tally(perSecond.get(interaction));
            repeat(interaction, rough, seconds / 4, idle);
            claimStatements(interaction);
            tallies.put(interaction, new Tally(Math.max(perSecond.get(interaction), Math.min(MOST_PER_SECOND, BUSY_MILLIS_PER_SECOND / rough.each()))));
        }
        for (int pass = 1; pass <= PASSES; pass++) {
            System.err.printf("  pass %d of %d over %d interactions%n", pass, PASSES, order.size());
            for (String interaction : order)
                repeat(interaction, tallies.get(interaction), seconds / PASSES, idle);
            Collections.reverse(order);
        }
        Map<String, Double> cost = new HashMap<>();
        for (String interaction : order)
            cost.put(interaction, Math.max(0, tallies.get(interaction).each() - earlier(interaction, tallies)));
        return cost;
    }

    private static List<String> before(String interaction) {
        return BEFORE.getOrDefault(interaction, List.of());
    }

    /** What a session had to do before costs as much as its last step took, all of its own predecessors included. */
    private static double earlier(String interaction, Map<String, Tally> tallies) {
        List<String> before = before(interaction);
        return before.isEmpty() ? 0 : tallies.get(before.get(before.size() - 1)).each();
    }

    /**
     * Whose each statement is: the interaction's that ran when it was seen first, after {@link #measure}. Only the cart's
     * statements are those of several.
     */
    Map<String, String> statements() {
        return statements;
    }

    private void claimStatements(String interaction) throws IOException {
        for (String statement : StatementClock.read(shop.statements()).keySet())
            statements.putIfAbsent(statement, interaction);
    }

    /** CPU milliseconds per millisecond that the idle server uses. */
    private double idleRate() throws IOException, InterruptedException {
        CpuClock clock = new CpuClock(shop.database.server().pid());
        double before = clock.millis();
        Thread.sleep(3000);
        return (clock.millis() - before) / 3000;
    }

    private void repeat(String interaction, Tally tally, double seconds, double idle) throws Exception {
        long start = System.nanoTime(), end = start + (long) (seconds * 1e9);
        double thinkSeconds = CLIENTS / Math.max(tally.perSecond, LEAST_PER_SECOND);
        CpuClock clock = new CpuClock(shop.database.server().pid());
        double before = clock.millis();
        ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
        try {
            List<Callable<Long>> work = new ArrayList<>();
            for (int i = 0; i < CLIENTS; i++) {
                Random random = new Random(i + interaction.hashCode());
                work.add(() -> client(interaction, thinkSeconds, random, end));
            }
            for (Future<Long> f : threads.invokeAll(work))
                tally.requests += f.get();
        } finally {
            threads.shutdownNow();
        }
        tally.millis += clock.millis() - before - idle * (System.nanoTime() - start) / 1e6;
    }

    private long client(String interaction, double thinkSeconds, Random random, long end) throws IOException, InterruptedException {
        Browser browser = new Browser(shop.tomcat.url());
        Requests requests = new Requests(scale, random);
        long n = 0;
        while (System.nanoTime() < end) {
            Thread.sleep((long) (-thinkSeconds * Math.log(1 - random.nextDouble()) * 1000));
            if (n % REQUESTS_PER_SESSION == 0)
                browser.forget();
            for (String earlier : before(interaction))
                browser.page(earlier, requests.url(earlier));
            browser.page(interaction, requests.url(interaction));
            n++;
        }
        return n;
    }
}
