// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.casestudy;

import java.nio.file.Path;
import java.util.List;
import whodunit.tpcw.data.Scale;
import whodunit.tpcw.load.Load;
import whodunit.tpcw.load.Mix;
import whodunit.tpcw.run.Bookstore;
import whodunit.tpcw.run.Processors;

/**
 * How much of everything.
 *
 * @param clients         numbers of browsers of the sweep
 * @param seconds         measured window of each number of browsers
 * @param profiledClients browsers of the profiled runs
 * @param profiledSeconds their window
 * @param thinkSeconds    mean think time
 * @param adminSeconds    mean pause of the administrator; 0: none
 */
record Plan(List<Integer> clients, int warmUp, int seconds, int profiledClients, int profiledSeconds,
        double thinkSeconds,
        double adminSeconds, int items, Processors processors) {

    /** Whether points of both may stand in one plot: all but which numbers of clients are measured is the same. */
    boolean comparable(Plan other) {
        return new Plan(clients, warmUp, seconds, other.profiledClients, other.profiledSeconds, thinkSeconds,
                adminSeconds, items, processors)
                .equals(new Plan(clients, other.warmUp, other.seconds, other.profiledClients, other.profiledSeconds,
                        other.thinkSeconds,
                        other.adminSeconds, other.items, other.processors));
    }

    Scale scale(Variant v) {
        return Scale.of(items, 10, v.engines);
    }

    Bookstore.Setup setup(Path home, Variant v, Bookstore.Profiler profiler, Path recording) {
        return new Bookstore.Setup(home, System.getProperty("java.home"), scale(v), profiler, "ctimer", "4ms",
                recording)
                .withCache(v.cached).on(processors).with(v.database);
    }

    Load load(Bookstore shop, Variant v, int clients) {
        return new Load(shop.tomcat.url(), scale(v), new Mix("browsing"), clients, thinkSeconds, clients)
                .withAdministrator(adminSeconds)
                .withoutImages();
    }
}
