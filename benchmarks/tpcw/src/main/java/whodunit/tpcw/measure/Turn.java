package whodunit.tpcw.measure;

import java.io.IOException;
import java.sql.SQLException;
import whodunit.tpcw.load.Load;
import whodunit.tpcw.run.Bookstore;

/**
 * What a fixed piece of work cost one bookstore.
 *
 * @param database CPU milliseconds of mariadbd, by the kernel's accounting
 * @param web CPU milliseconds of Tomcat
 * @param wire bytes between the tiers, both ways, by mariadbd's own count
 * @param allWires the same and those between browsers and Tomcat, by the browsers' count
 * @param seconds from the first request to the last reply
 */
record Turn(int interactions, double database, double web, long wire, long allWires, double seconds) {
    static final Turn NOTHING = new Turn(0, 0, 0, 0, 0, 0);

    static Turn of(Bookstore shop, Load load, int interactionsEach) throws IOException, InterruptedException, SQLException {
        CpuClock database = new CpuClock(shop.database.server().pid());
        CpuClock web = new CpuClock(shop.tomcat.server().pid());
        long bytes = bytes(shop);
        double databaseBefore = database.millis();
        double webBefore = web.millis();
        var results = load.perform(interactionsEach);
        double databaseMillis = database.millis() - databaseBefore;
        double webMillis = web.millis() - webBefore;
        long wire = bytes(shop) - bytes;
        return new Turn(results.total(), databaseMillis, webMillis, wire, wire + results.bytes(), results.seconds);
    }

    private static long bytes(Bookstore shop) throws SQLException {
        return shop.database.status("Bytes_received") + shop.database.status("Bytes_sent");
    }

    Turn plus(Turn t) {
        return new Turn(interactions + t.interactions, database + t.database, web + t.web, wire + t.wire, allWires + t.allWires, seconds + t.seconds);
    }

    double both() {
        return database + web;
    }

    double throughput() {
        return interactions / seconds;
    }
}
