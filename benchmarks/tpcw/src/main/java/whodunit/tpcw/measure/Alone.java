// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.measure;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import whodunit.harness.oracle.MeanCosts;
import whodunit.harness.oracle.OneAtATime;
import whodunit.harness.oracle.Pace;
import whodunit.harness.oracle.ServerClock;
import whodunit.tpcw.data.Scale;
import whodunit.tpcw.load.Browser;
import whodunit.tpcw.load.Mix;
import whodunit.tpcw.load.Requests;
import whodunit.tpcw.load.Walk;
import whodunit.tpcw.run.Bookstore;

/**
 * What one request costs a database that serves no other meanwhile: browsers walk through the mix, but take turns, one
 * page at a time, at the mix's pace.
 *
 * <p>So a request finds what it finds in the mix: another kind's leavings, a server that has rested as long, and a
 * connection that has executed its statements as often. All matter. Among requests of its own kind only, a cheap one
 * has the caches as its twin left them, and costs a third less; after a rest it costs up to half more than without; and
 * the first time on a connection five times as much with PostgreSQL, whose backends plan for themselves. So both shops
 * have the same number of connections, which take turns, and no request is left out because it comes early.
 */
final class Alone extends OneAtATime {
    private static final int PAGES_TO_CLAIM = 10;
    private static final long SEED = 1000;
    private static final List<String> LAST = List.of("ShoppingCart", "BuyRequest", "BuyConfirm");
    /** A server that has answered still frees what the request needed. */
    private static final long AFTER_ANSWER_NANOS = 300_000;

    private final Bookstore shop;
    private final List<String> interactions;
    private final Requests requests;
    private final List<Walk> walks = new ArrayList<>();
    private final ServerClock clock;
    private final Pace pace;
    private final Map<String, String> statements = new HashMap<>();
    private final MeanCosts costs = new MeanCosts();

    /** @param browsers as many as in the mix: as many sessions */
    Alone(Bookstore shop, Scale scale, Mix mix, int browsers, double thinkSeconds) {
        this.shop = shop;
        this.interactions = mix.interactions();
        this.requests = new Requests(scale, Walk.random(SEED - 1));
        this.clock = new ServerClock(List.of(shop.database.server().pid()));
        this.pace = new Pace(thinkSeconds, browsers, Walk.random(SEED - 2));
        for (int i = 0; i < browsers; i++)
            walks.add(new Walk(shop.tomcat.url(), scale, mix, Walk.random(SEED + i)));
    }

    @Override
    protected void prepare() throws IOException, InterruptedException {
        ServerClock.rest(List.of(clock));
        claimStatements();
        clock.lap();
        pace.begin();
    }

    /** A page of each browser. */
    @Override
    protected void perform() throws IOException {
        for (Walk walk : walks) {
            pace.await();
            String interaction = walk.interaction();
            String html = walk.page();
            LockSupport.parkNanos(AFTER_ANSWER_NANOS);
            costs.add(interaction, clock.lap());
            walk.images(html);
            walk.next();
        }
    }

    /** CPU of the database per request, by interaction, once it has stopped; those that did not happen are absent. */
    Map<String, Double> millis() {
        return costs.millis();
    }

    /**
     * Whose each statement is, once it has stopped: the interaction's that ran when it was seen first. Only the cart's
     * statements are those of several.
     */
    Map<String, String> statements() {
        return statements;
    }

    /** Each interaction several times, since a search is one of three; an order needs a cart, and comes last. */
    private void claimStatements() throws IOException {
        List<String> order = new ArrayList<>(interactions);
        order.removeAll(LAST);
        order.addAll(LAST);
        claimStatements(""); // the pool's, of no interaction
        try (Browser browser = new Browser(shop.tomcat.url())) {
            for (int i = 0; i < PAGES_TO_CLAIM; i++)
                for (String interaction : order) {
                    browser.page(interaction, requests.url(interaction));
                    claimStatements(interaction);
                }
        }
    }

    private void claimStatements(String interaction) throws IOException {
        for (String statement : StatementClock.read(shop.statements()).keySet())
            statements.putIfAbsent(statement, interaction);
    }
}
