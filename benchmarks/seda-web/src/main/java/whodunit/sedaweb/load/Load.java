// SPDX-License-Identifier: Apache-2.0
package whodunit.sedaweb.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import whodunit.harness.HttpConnection;

/** Clients that ask for pages, as many as there are connections, and check every reply. */
public final class Load {
    /**
     * @param connections at the same time
     * @param hitRate     share of the requests that the page cache can answer
     * @param keepAlive   otherwise each request has a connection of its own
     * @param abandon     share of the requests whose client goes away instead of reading the reply
     */
    public record Shape(int connections, double hitRate, boolean keepAlive, double abandon) {}

    /** @param slowestMillis the longest that a client had to wait for a whole reply */
    public record Results(long right, long abandoned, List<String> wrong, double seconds, double slowestMillis) {
        public double perSecond() {
            return right / seconds;
        }

        @Override
        public String toString() {
            return String.format("%d right, %d abandoned, %d wrong in %.1f s: %.0f/s, slowest %.0f ms%s", right,
                    abandoned, wrong.size(),
                    seconds, perSecond(), slowestMillis, wrong.isEmpty() ? "" : "; first: " + wrong.get(0));
        }
    }

    private final int port;
    private final Pages pages;
    private final Shape shape;
    private final long seed;
    private final AtomicLong left;
    private final AtomicLong right = new AtomicLong(), abandoned = new AtomicLong(), slowest = new AtomicLong();
    private final List<String> wrong = new ArrayList<>();
    private volatile long deadline = Long.MAX_VALUE;

    private Load(int port, Pages pages, Shape shape, long seed, long requests) {
        this.port = port;
        this.pages = pages;
        this.shape = shape;
        this.seed = seed;
        left = new AtomicLong(requests);
    }

    public static Results requests(long n, int port, Pages pages, Shape shape, long seed) throws InterruptedException {
        return new Load(port, pages, shape, seed, n).run(0);
    }

    public static Results seconds(double seconds, int port, Pages pages, Shape shape, long seed)
            throws InterruptedException {
        return new Load(port, pages, shape, seed, Long.MAX_VALUE).run(seconds);
    }

    private Results run(double seconds) throws InterruptedException {
        long begin = System.nanoTime();
        if (seconds > 0)
            deadline = begin + (long) (seconds * 1e9);
        List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < shape.connections; i++) {
            SplittableRandom random = new SplittableRandom(seed * 1000 + i);
            Thread client = new Thread(null, () -> client(random), "client-" + i, 256 * 1024);
            clients.add(client);
            client.start();
        }
        for (Thread client : clients)
            client.join();
        synchronized (wrong) {
            return new Results(right.get(), abandoned.get(), List.copyOf(wrong), (System.nanoTime() - begin) / 1e9,
                    slowest.get() / 1e6);
        }
    }

    private boolean goesOn() {
        return (deadline == Long.MAX_VALUE || System.nanoTime() - deadline < 0) && left.getAndDecrement() > 0;
    }

    private void client(SplittableRandom random) {
        HttpConnection connection = null;
        while (goesOn())
            try {
                long begin = System.nanoTime();
                if (connection == null)
                    connection = Pages.connect(port);
                String url = pages.next(random, shape.hitRate);
                if (random.nextDouble() < shape.abandon) {
                    abandon(connection, url, random);
                    connection = null;
                } else {
                    boolean kept = ask(connection, url);
                    answered(begin);
                    if (!kept) {
                        connection.close();
                        connection = null;
                    }
                }
            } catch (IOException e) {
                synchronized (wrong) {
                    wrong.add(String.valueOf(e.getMessage()));
                }
                connection = null;
            }
        closeQuietly(connection);
    }

    /** @return whether the connection can be used again */
    private boolean ask(HttpConnection connection, String url) throws IOException {
        connection.send(Pages.request(url, shape.keepAlive));
        HttpConnection.Response response = connection.receive();
        pages.check(response, url);
        return shape.keepAlive && !response.closes();
    }

    private void answered(long begin) {
        right.incrementAndGet();
        slowest.accumulateAndGet(System.nanoTime() - begin, Math::max);
    }

    private void abandon(HttpConnection connection, String url, SplittableRandom random) throws IOException {
        String request = Pages.request(url, true);
        connection.send(random.nextBoolean() ? request : request.substring(0, request.length() / 2));
        if (random.nextBoolean())
            connection.reset();
        else
            connection.close();
        abandoned.incrementAndGet();
    }

    private static void closeQuietly(HttpConnection connection) {
        if (connection != null)
            try {
                connection.close();
            } catch (IOException e) {
                // it is over anyway
            }
    }
}
