// SPDX-License-Identifier: Apache-2.0
package whodunit.lamp.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import whodunit.harness.Results;

/** Visitors, each in a thread of its own, with think times between their requests. */
public final class Load {
    private final List<Visitor> visitors;
    private final double thinkSeconds;
    private final AtomicReference<String> failure = new AtomicReference<>();
    private volatile boolean running = true;
    private volatile Results window;

    /** @param thinkSeconds mean of the negative exponential distribution, cut off at ten times the mean */
    public Load(List<Visitor> visitors, double thinkSeconds) {
        this.visitors = visitors;
        this.thinkSeconds = thinkSeconds;
    }

    /**
     * Lets them visit for a time.
     *
     * @param opens called when the window that is measured begins
     * @throws IOException if any answer was wrong: results of a broken site mean nothing
     */
    public Results run(double warmUpSeconds, double seconds, Runnable opens) throws IOException, InterruptedException {
        List<Thread> threads = start(Long.MAX_VALUE);
        pause(warmUpSeconds);
        opens.run();
        Results results = window();
        pause(seconds);
        end(results);
        running = false;
        for (Thread t : threads)
            t.join();
        return checked(results);
    }

    /**
     * Lets each make so many requests, all of which are measured.
     *
     * @throws IOException if any answer was wrong
     */
    public Results perform(int requestsEach) throws IOException, InterruptedException {
        List<Thread> threads = start(requestsEach);
        Results results = window();
        for (Thread t : threads)
            t.join();
        end(results);
        return checked(results);
    }

    /** Ends {@link #perform} early: each visitor finishes the request it is at. */
    public void stop() {
        running = false;
    }

    private Results window() {
        Results results = new Results(Arrays.stream(Route.values()).map(Route::type).toList());
        results.seconds = -System.nanoTime() / 1e9;
        window = results;
        return results;
    }

    private void end(Results results) {
        window = null;
        results.seconds += System.nanoTime() / 1e9;
    }

    private Results checked(Results results) throws IOException {
        if (failure.get() != null)
            throw new IOException(failure.get());
        return results;
    }

    private List<Thread> start(long requestsEach) {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < visitors.size(); i++) {
            Visitor visitor = visitors.get(i);
            Random random = new Random(i);
            Thread t = new Thread(() -> visit(visitor, random, requestsEach), "visitor-" + i);
            t.setDaemon(true);
            t.start();
            threads.add(t);
        }
        return threads;
    }

    private void pause(double seconds) throws InterruptedException {
        long end = System.nanoTime() + (long) (seconds * 1e9);
        while (System.nanoTime() < end && failure.get() == null)
            Thread.sleep(Math.min(100, Math.max(1, (end - System.nanoTime()) / 1_000_000)));
    }

    private void visit(Visitor visitor, Random random, long requests) {
        String route = "";
        try {
            for (long n = 0; running && n < requests; n++) {
                think(random);
                route = visitor.route().type();
                long start = System.nanoTime();
                visitor.request();
                Results r = window;
                if (r != null)
                    r.add(route, System.nanoTime() - start);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException e) {
            if (running) {
                failure.compareAndSet(null, route + ": " + e);
                running = false;
            }
        }
    }

    private void think(Random random) throws InterruptedException {
        double seconds = Math.min(10 * thinkSeconds, -thinkSeconds * Math.log(1 - random.nextDouble()));
        Thread.sleep((long) (seconds * 1000));
    }
}
