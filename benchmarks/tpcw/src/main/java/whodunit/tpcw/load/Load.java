package whodunit.tpcw.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import whodunit.tpcw.data.Scale;

/** Emulated browsers: each walks through the mix with think times; what happens in the measured window is counted. */
public final class Load {
    private static final String START = "Home";
    private static final String ADMINISTRATION = "AdminConfirm";
    /** The specification's mean length of a session is 15 minutes; ours is shorter, as our runs are. */
    private static final int INTERACTIONS_PER_SESSION = 60;

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
    private final List<Visitor> visitors = new ArrayList<>();

    /** A browser between two pages. */
    private static final class Visitor {
        final Random random;
        final Browser browser;
        final Requests requests;
        String next = START;

        Visitor(String root, Scale scale, Random random) {
            this.random = random;
            browser = new Browser(root);
            requests = new Requests(scale, random);
        }
    }

    /** @param thinkSeconds mean of the negative exponential distribution, cut off at ten times the mean */
    public Load(String root, Scale scale, Mix mix, int browsers, double thinkSeconds, long seed) {
        this.root = root;
        this.scale = scale;
        this.mix = mix;
        this.browsers = browsers;
        this.thinkSeconds = thinkSeconds;
        this.seed = seed;
        for (int i = 0; i < browsers; i++)
            visitors.add(new Visitor(root, scale, random(i)));
    }

    /**
     * Adds an administrator to {@link #run}, who changes books without pause but for this mean think time, so that a
     * bounded run has enough of AdminConfirm: in the mixes it is one interaction in 1100 or rarer. Counted with the rest.
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
            threads.add(start("administrator", () -> administrate(random(browsers))));
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
        for (Visitor v : visitors)
            threads.add(start("browser-" + threads.size(), () -> browse(v, interactionsEach)));
        return threads;
    }

    /** Neighbouring seeds would draw nearly the same first numbers. */
    private Random random(int browser) {
        return new Random((seed + browser) * 0x9E3779B97F4A7C15L);
    }

    private static Thread start(String name, Runnable work) {
        Thread t = new Thread(work, name);
        t.setDaemon(true);
        t.start();
        return t;
    }

    private void pause(double seconds) throws InterruptedException {
        long end = System.nanoTime() + (long) (seconds * 1e9);
        while (System.nanoTime() < end && failure.get() == null)
            Thread.sleep(Math.min(100, Math.max(1, (end - System.nanoTime()) / 1_000_000)));
    }

    private void browse(Visitor v, long interactions) {
        try {
            for (long n = 0; running && n < interactions; n++) {
                think(v.random, thinkSeconds);
                long bytes = v.browser.bytes();
                String html = visit(v.browser, v.requests, v.next);
                if (images)
                    v.browser.images(html);
                Results r = window;
                if (r != null)
                    r.addBytes(v.browser.bytes() - bytes);
                if (v.random.nextInt(INTERACTIONS_PER_SESSION) == 0) {
                    v.browser.forget();
                    v.next = START;
                } else {
                    v.next = mix.next(v.next, v.random);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException e) {
            failed(v.next, e);
        }
    }

    private void administrate(Random random) {
        Browser browser = new Browser(root);
        Requests requests = new Requests(scale, random);
        try {
            while (running) {
                think(random, administratorSeconds);
                visit(browser, requests, ADMINISTRATION);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException e) {
            failed(ADMINISTRATION, e);
        }
    }

    /** Fetches a page, whose time counts if the measured window is open. */
    private String visit(Browser browser, Requests requests, String interaction) throws IOException {
        long start = System.nanoTime();
        String html = browser.page(interaction, requests.url(interaction));
        long took = System.nanoTime() - start;
        Results r = window;
        if (r != null)
            r.add(interaction, took);
        return html;
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
