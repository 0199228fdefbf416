package whodunit.tpcw.measure;

import java.io.IOException;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import whodunit.tpcw.data.Scale;
import whodunit.tpcw.load.Browser;
import whodunit.tpcw.load.Mix;
import whodunit.tpcw.load.Requests;
import whodunit.tpcw.run.Bookstore;

/**
 * What one request of each interaction costs the database. One browser walks through the mix, so that each interaction
 * runs alone but finds caches as the mix leaves them; the scheduler's clock of mariadbd is read around each request.
 */
final class OneAtATime {
    private static final int REQUESTS_PER_SESSION = 60;
    /** For the server to finish what it does after its reply. */
    private static final int SETTLE_MILLIS = 2;

    /** What was measured of one interaction. */
    static final class Cost {
        private long nanos;
        private int requests;

        double millis() {
            return requests == 0 ? 0 : nanos / 1e6 / requests;
        }

        int requests() {
            return requests;
        }
    }

    private OneAtATime() {}

    static Map<String, Cost> measure(Bookstore shop, Scale scale, Mix mix, double warmUpSeconds, double seconds)
            throws IOException, InterruptedException {
        Map<String, Cost> costs = new TreeMap<>();
        mix.interactions().forEach(i -> costs.put(i, new Cost()));
        SchedClock clock = new SchedClock(shop.database.server().pid());
        Random random = new Random(7);
        Requests requests = new Requests(scale, random);
        Browser browser = new Browser(shop.tomcat.url());
        String interaction = "Home";
        long start = System.nanoTime();
        for (double t = 0; t < warmUpSeconds + seconds; t = (System.nanoTime() - start) / 1e9) {
            long before = clock.nanos();
            String html = browser.page(interaction, requests.url(interaction));
            Thread.sleep(SETTLE_MILLIS);
            long spent = clock.nanos() - before;
            if (t > warmUpSeconds) {
                Cost cost = costs.get(interaction);
                cost.nanos += spent;
                cost.requests++;
            }
            browser.images(html);
            interaction = mix.next(interaction, random);
            if (random.nextInt(REQUESTS_PER_SESSION) == 0) {
                browser.forget();
                interaction = "Home";
            }
        }
        return costs;
    }
}
