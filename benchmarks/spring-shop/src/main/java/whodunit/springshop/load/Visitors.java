// SPDX-License-Identifier: Apache-2.0
package whodunit.springshop.load;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** People in the shop: each asks for page after page, with a pause in between. */
public final class Visitors {
    /** Route to its weight. */
    private static final Map<String, Integer> MIX = new TreeMap<>(Map.of("GET /", 25, "GET /products/{productId}", 40,
            "GET /search", 20, "POST /orders", 10, "GET /customers/{customerId}/orders", 5));
    private static final List<String> WORDS = List.of("chair", "table", "lamp", "shelf", "red", "green", "blue");

    private final String shop;
    private final Scale scale;
    private final int visitors;
    private final double thinkSeconds;
    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    public Visitors(String shop, Scale scale, int visitors, double thinkSeconds) {
        this.shop = shop;
        this.scale = scale;
        this.visitors = visitors;
        this.thinkSeconds = thinkSeconds;
    }

    /** The shop's routes. */
    public static List<String> routes() {
        return List.copyOf(MIX.keySet());
    }

    /**
     * Runs them for some time.
     *
     * @return  route to the milliseconds that each of its requests took
     * @throws IOException if any page was wrong
     */
    public Map<String, List<Double>> run(double seconds) throws IOException, InterruptedException {
        Map<String, List<Double>> times = new TreeMap<>();
        MIX.keySet().forEach(route -> times.put(route, Collections.synchronizedList(new ArrayList<>())));
        long end = System.nanoTime() + (long) (seconds * 1e9);
        ExecutorService threads = Executors.newFixedThreadPool(visitors);
        List<Future<Void>> walks = new ArrayList<>();
        for (int i = 0; i < visitors; i++)
            walks.add(threads.submit(walk(new Random(i), end, times)));
        try {
            for (Future<Void> walk : walks)
                walk.get();
        } catch (ExecutionException e) {
            throw new IOException(e.getCause().getMessage(), e.getCause());
        } finally {
            threads.shutdownNow();
        }
        return times;
    }

    private Callable<Void> walk(Random random, long end, Map<String, List<Double>> times) {
        return () -> {
            while (System.nanoTime() < end) {
                Thread.sleep((long) (-Math.log(1 - random.nextDouble()) * thinkSeconds * 1000));
                String route = draw(random);
                long start = System.nanoTime();
                visit(request(route, random));
                times.get(route).add((System.nanoTime() - start) / 1e6);
            }
            return null;
        };
    }

    private static String draw(Random random) {
        int left = random.nextInt(MIX.values().stream().mapToInt(Integer::intValue).sum());
        for (Map.Entry<String, Integer> route : MIX.entrySet())
            if ((left -= route.getValue()) < 0)
                return route.getKey();
        throw new AssertionError(left);
    }

    private HttpRequest request(String route, Random random) {
        int product = 1 + random.nextInt(scale.products());
        int customer = 1 + random.nextInt(scale.customers());
        String path = route.substring(route.indexOf(' ') + 1).replace("{productId}", Integer.toString(product))
                .replace("{customerId}", Integer.toString(customer));
        if (path.equals("/search"))
            path += "?word=" + WORDS.get(random.nextInt(WORDS.size()));
        if (path.equals("/orders"))
            path += "?customer=" + customer + "&product=" + product;
        return HttpRequest.newBuilder(URI.create(shop + path))
                .method(route.substring(0, route.indexOf(' ')), HttpRequest.BodyPublishers.noBody()).build();
    }

    private void visit(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<String> page = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (page.statusCode() != 200 || !page.body().contains("<h1>"))
            throw new IOException(request + " was answered by " + page.statusCode() + ": " + page.body());
    }
}
