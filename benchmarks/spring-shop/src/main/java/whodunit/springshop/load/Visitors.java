// SPDX-License-Identifier: Apache-2.0
package whodunit.springshop.load;

import java.io.IOException;
import java.net.http.HttpClient;
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
    private final String shop;
    private final Scale scale;
    private final int visitors;
    private final double thinkSeconds;
    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private volatile boolean stopped;

    public Visitors(String shop, Scale scale, int visitors, double thinkSeconds) {
        this.shop = shop;
        this.scale = scale;
        this.visitors = visitors;
        this.thinkSeconds = thinkSeconds;
    }

    /**
     * Runs them for some time.
     *
     * @return  route to the milliseconds that each of its requests took
     * @throws IOException if any page was wrong
     */
    public Map<String, List<Double>> run(double seconds) throws IOException, InterruptedException {
        Map<String, List<Double>> times = new TreeMap<>();
        Shopper.routes().forEach(route -> times.put(route, Collections.synchronizedList(new ArrayList<>())));
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

    /** Ends {@link #run} early: each finishes the request at hand. */
    public void stop() {
        stopped = true;
    }

    private Callable<Void> walk(Random random, long end, Map<String, List<Double>> times) {
        Shopper shopper = new Shopper(client, shop, scale, random);
        return () -> {
            while (System.nanoTime() < end && !stopped) {
                Thread.sleep((long) (-Math.log(1 - random.nextDouble()) * thinkSeconds * 1000));
                String route = shopper.draw();
                long start = System.nanoTime();
                shopper.visit(route);
                times.get(route).add((System.nanoTime() - start) / 1e6);
            }
            return null;
        };
    }
}
