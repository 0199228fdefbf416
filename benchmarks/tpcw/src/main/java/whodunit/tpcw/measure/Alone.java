package whodunit.tpcw.measure;

import java.io.IOException;
import java.util.ArrayList;
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

/** What one request of an interaction costs the database, found by running nothing else. */
final class Alone {
    /** What a session must have done before; its cost, measured before, is taken off. */
    private static final Map<String, List<String>> BEFORE =
            Map.of("BuyRequest", List.of("ShoppingCart"), "BuyConfirm", List.of("ShoppingCart", "BuyRequest"));

    /** Carts would grow without end otherwise. */
    private static final int REQUESTS_PER_SESSION = 3;

    private final Bookstore shop;
    private final Scale scale;
    private final int clients;
    private final double seconds;
    private final Map<String, Double> cost = new HashMap<>();

    Alone(Bookstore shop, Scale scale, int clients, double seconds) {
        this.shop = shop;
        this.scale = scale;
        this.clients = clients;
        this.seconds = seconds;
    }

    /** CPU milliseconds of mariadbd per request, in the order in which the interactions can be measured. */
    Map<String, Double> measure(List<String> interactions) throws Exception {
        List<String> order = new ArrayList<>(interactions);
        order.sort((a, b) -> BEFORE.getOrDefault(a, List.of()).size() - BEFORE.getOrDefault(b, List.of()).size());
        double idle = idleRate();
        for (String interaction : order) {
            repeat(interaction, seconds / 4);
            CpuClock clock = new CpuClock(shop.database.server().pid());
            double before = clock.millis();
            long start = System.nanoTime();
            long requests = repeat(interaction, seconds);
            double spent = clock.millis() - before - idle * (System.nanoTime() - start) / 1e6;
            double earlier = BEFORE.getOrDefault(interaction, List.of()).stream().mapToDouble(cost::get).sum();
            cost.put(interaction, Math.max(0, spent / requests - earlier));
            System.err.printf("  %-22s %7d requests, %8.3f ms of mariadbd each%n", interaction, requests, cost.get(interaction));
        }
        return cost;
    }

    /** CPU milliseconds per millisecond that the idle server uses. */
    private double idleRate() throws IOException, InterruptedException {
        CpuClock clock = new CpuClock(shop.database.server().pid());
        double before = clock.millis();
        Thread.sleep(3000);
        return (clock.millis() - before) / 3000;
    }

    private long repeat(String interaction, double seconds) throws Exception {
        long end = System.nanoTime() + (long) (seconds * 1e9);
        ExecutorService threads = Executors.newFixedThreadPool(clients);
        try {
            List<Callable<Long>> work = new ArrayList<>();
            for (int i = 0; i < clients; i++) {
                Random random = new Random(i + interaction.hashCode());
                work.add(() -> client(interaction, random, end));
            }
            long n = 0;
            for (Future<Long> f : threads.invokeAll(work))
                n += f.get();
            return n;
        } finally {
            threads.shutdownNow();
        }
    }

    private long client(String interaction, Random random, long end) throws IOException {
        Browser browser = new Browser(shop.tomcat.url());
        Requests requests = new Requests(scale, random);
        long n = 0;
        while (System.nanoTime() < end) {
            if (n % REQUESTS_PER_SESSION == 0)
                browser.forget();
            for (String earlier : BEFORE.getOrDefault(interaction, List.of()))
                browser.page(earlier, requests.url(earlier));
            browser.page(interaction, requests.url(interaction));
            n++;
        }
        return n;
    }
}
