// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.measure;

import java.io.IOException;
import java.sql.SQLException;
import whodunit.harness.ThreadClock;
import whodunit.tpcw.load.Load;
import whodunit.harness.Results;
import whodunit.tpcw.run.Bookstore;

/** One of the bookstores of a round, its browsers, and what its present turn has cost so far. */
final class Contender {
    private final Bookstore shop;
    private final Load load;
    private final Load hurry;
    private final ThreadClock database;
    private final ThreadClock web;
    private Turn turn;
    private long bytes;

    /**
     * A bookstore to be measured.
     *
     * @param load what it is measured at
     * @param hurry what it is warmed up with
     */
    Contender(Bookstore shop, Load load, Load hurry) {
        this.shop = shop;
        this.load = load;
        this.hurry = hurry;
        database = new ThreadClock(shop.database.server().pid());
        web = new ThreadClock(shop.tomcat.server().pid());
    }

    /** A turn in one piece. */
    Turn warmUp(int interactionsEach) throws IOException, InterruptedException, SQLException {
        begin();
        perform(hurry, interactionsEach);
        return end();
    }

    void begin() throws SQLException {
        turn = Turn.NOTHING;
        bytes = wire();
    }

    /** What the servers do before it and behind it does not count. */
    void slice(int interactionsEach) throws IOException, InterruptedException {
        perform(load, interactionsEach);
    }

    private void perform(Load by, int interactionsEach) throws IOException, InterruptedException {
        database.start();
        web.start();
        Results results = by.perform(interactionsEach);
        ThreadClock.Time tomcat = web.elapsed();
        turn = turn.plus(new Turn(results.total(), database.elapsed().all(), tomcat.all(), tomcat.housekeeping(), 0,
                results.bytes(), results.seconds));
    }

    Turn end() throws SQLException {
        long wire = wire() - bytes;
        return turn.plus(new Turn(0, 0, 0, 0, wire, wire, 0));
    }

    private long wire() throws SQLException {
        return shop.database.bytes();
    }
}
