package whodunit.tpcw.measure;

import java.io.IOException;
import java.sql.SQLException;
import whodunit.tpcw.load.Load;
import whodunit.tpcw.load.Results;
import whodunit.tpcw.run.Bookstore;

/** One of the bookstores of a round, its browsers, and what its present turn has cost so far. */
final class Contender {
    private final Bookstore shop;
    private final Load load;
    private final ThreadClock database;
    private final ThreadClock web;
    private Turn turn;
    private long bytes;

    Contender(Bookstore shop, Load load) {
        this.shop = shop;
        this.load = load;
        database = new ThreadClock(shop.database.server().pid());
        web = new ThreadClock(shop.tomcat.server().pid());
    }

    void begin() throws SQLException {
        turn = Turn.NOTHING;
        bytes = wire();
    }

    /** What the servers do before it and behind it does not count. */
    void slice(int interactionsEach) throws IOException, InterruptedException {
        database.start();
        web.start();
        Results results = load.perform(interactionsEach);
        ThreadClock.Time tomcat = web.elapsed();
        turn = turn.plus(new Turn(results.total(), database.elapsed().all(), tomcat.all(), tomcat.housekeeping(), 0, results.bytes(), results.seconds));
    }

    Turn end() throws SQLException {
        long wire = wire() - bytes;
        return turn.plus(new Turn(0, 0, 0, 0, wire, wire, 0));
    }

    private long wire() throws SQLException {
        return shop.database.status("Bytes_received") + shop.database.status("Bytes_sent");
    }
}
