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
 * @param toDatabase bytes that mariadbd received, by its own count
 * @param seconds from the first request to the last reply
 */
record Turn(int interactions, double database, double web, long toDatabase, double seconds) {
    static final Turn NOTHING = new Turn(0, 0, 0, 0, 0);

    static Turn of(Bookstore shop, Load load, int interactionsEach) throws IOException, InterruptedException, SQLException {
        CpuClock database = new CpuClock(shop.database.server().pid());
        CpuClock web = new CpuClock(shop.tomcat.server().pid());
        long bytes = shop.database.status("Bytes_received");
        double databaseBefore = database.millis();
        double webBefore = web.millis();
        var results = load.perform(interactionsEach);
        return new Turn(results.total(), database.millis() - databaseBefore, web.millis() - webBefore,
                shop.database.status("Bytes_received") - bytes, results.seconds);
    }

    Turn plus(Turn t) {
        return new Turn(interactions + t.interactions, database + t.database, web + t.web, toDatabase + t.toDatabase, seconds + t.seconds);
    }

    double both() {
        return database + web;
    }

    double throughput() {
        return interactions / seconds;
    }
}
