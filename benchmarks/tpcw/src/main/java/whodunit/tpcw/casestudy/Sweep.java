// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.casestudy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import whodunit.harness.CpuClock;
import whodunit.harness.Results;
import whodunit.tpcw.data.Scale;
import whodunit.tpcw.load.Browser;
import whodunit.tpcw.load.Load;
import whodunit.tpcw.load.Requests;
import whodunit.tpcw.run.Bookstore;

/** One variant under more and more clients, unprofiled, on one running bookstore. */
final class Sweep {
    private static final int FILLERS = 4;

    private final Path home;
    private final Plan plan;
    private final Variant variant;

    Sweep(Path home, Plan plan, Variant variant) {
        this.home = home;
        this.plan = plan;
        this.variant = variant;
    }

    /** Is told each point as soon as it is measured. */
    interface Sink {
        void add(Point point) throws IOException;
    }

    void run(List<Integer> clients, Sink sink) throws Exception {
        try (Bookstore shop = Bookstore.start(plan.setup(home, variant, Bookstore.Profiler.NONE, null), false)) {
            if (variant.cached)
                fill(shop, plan.scale(variant));
            settle(shop);
            for (int n : clients)
                sink.add(measure(shop, n));
        }
    }

    /** Both JVMs compile what is used much; without this the first number of clients would pay for it. */
    private void settle(Bookstore shop) throws IOException, InterruptedException {
        plan.load(shop, variant, plan.clients().get(0)).run(0, plan.warmUp(), Load.UNWATCHED);
    }

    private Point measure(Bookstore shop, int clients) throws Exception {
        Tiers tiers = new Tiers(shop);
        Results r = plan.load(shop, variant, clients).run(plan.warmUp(), plan.seconds(), tiers);
        return new Point(variant.key(), clients, r.seconds, r.total() / r.seconds, r.meanMillis(),
                tiers.spent[0] / 1000 / r.seconds,
                tiers.spent[1] / 1000 / r.seconds, r.statistics());
    }

    /** What is kept without limit is there after hours of work; here it is asked for once. */
    private static void fill(Bookstore shop, Scale scale) throws IOException, InterruptedException {
        List<String> all = Requests.authorsAndTitles(scale);
        AtomicInteger next = new AtomicInteger();
        IOException[] failure = new IOException[1];
        Runnable filler = () -> {
            try (Browser browser = new Browser(shop.tomcat.url())) {
                for (int i; (i = next.getAndIncrement()) < all.size();)
                    browser.page("SearchResult", all.get(i));
            } catch (IOException e) {
                failure[0] = e;
            }
        };
        List<Thread> threads = java.util.stream.Stream.generate(() -> new Thread(filler, "filler")).limit(FILLERS)
                .toList();
        threads.forEach(Thread::start);
        for (Thread t : threads)
            while (t.isAlive()) {
                t.join(5000);
                if (t.isAlive())
                    System.err.printf("casestudy: filling the cache: %d of %d searches%n",
                            Math.min(next.get(), all.size()), all.size());
            }
        if (failure[0] != null)
            throw failure[0];
    }

    /** CPU milliseconds of both servers in the window. */
    private static final class Tiers implements Load.Window {
        private final CpuClock[] clocks;
        private final double[] spent = new double[2];

        Tiers(Bookstore shop) {
            clocks = new CpuClock[] {CpuClock.ofServer(shop.database.server().pid()),
                    new CpuClock(shop.tomcat.server().pid())};
        }

        @Override
        public void opens() {
            read(-1);
        }

        @Override
        public void closes() {
            read(1);
        }

        private void read(int sign) {
            try {
                for (int i = 0; i < clocks.length; i++)
                    spent[i] += sign * clocks[i].millis();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
