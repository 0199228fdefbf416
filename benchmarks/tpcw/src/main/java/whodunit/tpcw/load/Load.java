// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import whodunit.harness.Results;
import whodunit.tpcw.data.Scale;

/** Emulated browsers: each walks through the mix with think times; what happens in the measured window is counted. */
public final class Load {
    private static final String ADMINISTRATION = "AdminConfirm";

    private final String root;
    private final Scale scale;
    private final Mix mix;
    private final int browsers;
    private final double thinkSeconds;
    private final long seed;
    private double administratorSeconds;
    private boolean images = true;
    private final AtomicReference<String> failure = new AtomicReference<>();
    private volatile boolean running = true;
    private volatile Results window;
    private final List<Walk> walks = new ArrayList<>();

    /** @param thinkSeconds mean of the negative exponential distribution, cut off at ten times the mean */
    public Load(String root, Scale scale, Mix mix, int browsers, double thinkSeconds, long seed) {
        this.root = root;
        this.scale = scale;
        this.mix = mix;
        this.browsers = browsers;
        this.thinkSeconds = thinkSeconds;
        this.seed = seed;
        for (int i = 0; i < browsers; i++)
            walks.add(new Walk(root, scale, mix, Walk.random(seed + i)));
    }

    /**
     * Adds an administrator to {@link #run}, who changes books without pause but for this mean think time, so that a
     * bounded run has enough of AdminConfirm: in the mixes it is one interaction in 1100 or rarer. Counted with the
     * rest.
     */
    public Load withAdministrator(double everySeconds) {
        administratorSeconds = everySeconds;
        return this;
    }

    /** Browsers have all images in their caches already, and fetch none. */
    public Load withoutImages() {
        images = false;
        return this;
    }

    /** Hooks around the measured window. */
    public interface Window {
        default void opens() {}

        default void closes() {}
    }

    /** For runs whose results are all that matters. */
    public static final Window UNWATCHED = new Window() {};

    /**
     * Runs the browsers.
     *
     * @throws IOException if any page was wrong: results of a broken shop mean nothing
     */
    public Results run(double warmUpSeconds, double seconds, Window hooks) throws IOException, InterruptedException {
        List<Thread> threads = browsers(Long.MAX_VALUE);
        if (administratorSeconds > 0)
            threads.add(start("administrator", () -> administrate(Walk.random(seed + browsers))));
        pause(warmUpSeconds);
        hooks.opens();
        Results results = new Results(mix.interactions());
        window = results;
        long start = System.nanoTime();
        pause(seconds);
        window = null;
        results.seconds = (System.nanoTime() - start) / 1e9;
        hooks.closes();
        running = false;
        for (Thread t : threads) {
            t.interrupt();
            t.join(10_000);
        }
        for (Walk walk : walks)
            walk.browser.close();
        if (failure.get() != null)
            throw new IOException(failure.get());
        return results;
    }

    /**
     * Every browser does the same number of interactions, and the same ones for the same seed: equal work for paired
     * runs, whatever each takes. Called again, the browsers go on where they were.
     *
     * @throws IOException if any page was wrong
     */
    public Results perform(int interactionsEach) throws IOException, InterruptedException {
        Results results = new Results(mix.interactions());
        window = results;
        long start = System.nanoTime();
        for (Thread t : browsers(interactionsEach))
            t.join();
        results.seconds = (System.nanoTime() - start) / 1e9;
        if (failure.get() != null)
            throw new IOException(failure.get());
        return results;
    }

    /** Ends {@link #perform} early: each browser finishes the page it is at. */
    public void stop() {
        running = false;
    }

    private List<Thread> browsers(long interactionsEach) {
        List<Thread> threads = new ArrayList<>();
        for (Walk walk : walks)
            threads.add(start("browser-" + threads.size(), () -> browse(walk, interactionsEach)));
        return threads;
    }

    private static Thread start(String name, Runnable work) {
        Thread t = new Thread(work, name);
        t.setDaemon(true);
        t.setPriority(Thread.MAX_PRIORITY); // heeded with -XX:ThreadPriorityPolicy=1, by root
        t.start();
        return t;
    }

    private void pause(double seconds) throws InterruptedException {
        long end = System.nanoTime() + (long) (seconds * 1e9);
        while (System.nanoTime() < end && failure.get() == null)
            Thread.sleep(Math.min(100, Math.max(1, (end - System.nanoTime()) / 1_000_000)));
    }

    private void browse(Walk walk, long interactions) {
        try {
            for (long n = 0; running && n < interactions; n++) {
                think(walk.random, thinkSeconds);
                long bytes = walk.browser.bytes();
                String html = walk.page();
                count(walk.interaction(), walk.browser);
                if (images)
                    walk.images(html);
                Results r = window;
                if (r != null)
                    r.addBytes(walk.browser.bytes() - bytes);
                walk.next();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException e) {
            failed(walk.interaction(), e);
        }
    }

    private void administrate(Random random) {
        Requests requests = new Requests(scale, random);
        try (Browser browser = new Browser(root)) {
            while (running) {
                think(random, administratorSeconds);
                browser.page(ADMINISTRATION, requests.url(ADMINISTRATION));
                count(ADMINISTRATION, browser);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException e) {
            failed(ADMINISTRATION, e);
        }
    }

    /** The page that was fetched last counts if the measured window is open. */
    private void count(String interaction, Browser browser) {
        Results r = window;
        if (r != null)
            r.add(interaction, browser.took());
    }

    private void failed(String interaction, Exception e) {
        if (running) {
            failure.compareAndSet(null, interaction + ": " + e);
            running = false;
        }
    }

    private static void think(Random random, double thinkSeconds) throws InterruptedException {
        double seconds = Math.min(10 * thinkSeconds, -thinkSeconds * Math.log(1 - random.nextDouble()));
        Thread.sleep((long) (seconds * 1000));
    }
}
