// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.measure;

import com.google.gson.GsonBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import whodunit.harness.Checkout;
import whodunit.harness.DirectoryTree;
import whodunit.harness.option.Commands;
import whodunit.harness.option.Count;
import whodunit.harness.option.Engine;
import whodunit.harness.option.Interval;
import whodunit.harness.option.Seconds;
import whodunit.tpcw.data.Scale;
import whodunit.tpcw.load.Load;
import whodunit.tpcw.load.Mix;
import whodunit.tpcw.run.Bookstore;
import whodunit.tpcw.run.Database;
import whodunit.tpcw.run.DatabaseName;

@Command(name = "overhead", mixinStandardHelpOptions = true, sortOptions = false,
        description = "What profiling the bookstore costs. Each round starts four bookstores (no profiler, "
                + "async-profiler alone, Whodunit, and once more no profiler, to show the comparison's own error), "
                + "which take turns of some tenths of a second at the same work, so that neither the machine's drift "
                + "nor the mix's chance is taken for a cost. CPU is the kernel's accounting of each tier, bytes are "
                + "mariadbd's own count, and the browsers'.")
public final class Overhead implements Callable<Integer> {
    @Option(names = "--db", converter = DatabaseName.class, defaultValue = "mariadb",
            description = "mariadb or postgres (${DEFAULT-VALUE}). PostgreSQL counts no bytes, and async-profiler "
                    + "does not follow its forks: both are left out there.")
    private Database database;

    @Option(names = "--rounds", converter = Count.class, defaultValue = "3",
            description = "Each with servers started anew (${DEFAULT-VALUE}).")
    private int rounds;

    @Option(names = "--turns", converter = Count.class, defaultValue = "12",
            description = "Of each bookstore in a round (${DEFAULT-VALUE}).")
    private int turns;

    @Option(names = "--warm-up", defaultValue = "10",
            description = "Turns before them that are not counted, without think time (${DEFAULT-VALUE}): "
                    + "Tomcat compiles for its first 10,000 interactions.")
    private int warmUp;

    @Option(names = "--clients", converter = Count.class, defaultValue = "30",
            description = "Emulated browsers (${DEFAULT-VALUE}).")
    private int clients;

    @Option(names = "--each", converter = Count.class, defaultValue = "40",
            description = "Interactions of each browser in a turn (${DEFAULT-VALUE}).")
    private int each;

    @Option(names = "--slice", converter = Count.class, defaultValue = "4",
            description = "Interactions of each browser until the next bookstore's go on (${DEFAULT-VALUE}): "
                    + "the machine's speed changes within seconds.")
    private int slice;

    @Option(names = "--think", converter = Seconds.class, defaultValue = "0.03",
            description = "Mean think time in seconds (${DEFAULT-VALUE}); keep the machine below saturation.")
    private double think;

    @Option(names = "--items", converter = Count.class, defaultValue = "10000", description = "(${DEFAULT-VALUE})")
    private int items;

    @Option(names = "--engine", converter = Engine.class, defaultValue = "ctimer", description = "(${DEFAULT-VALUE})")
    private String engine;

    @Option(names = "--interval", converter = Interval.class, defaultValue = "10ms", description = "(${DEFAULT-VALUE})")
    private String interval;

    @Option(names = "--off-cpu", paramLabel = "TIME",
            description = "Whodunit uses the engine kernel, and records waits of at least this length, "
                    + "such as 20us, in both tiers. Needs root.")
    private String offCpu;

    @Option(names = "--apart",
            description = "One bookstore after the other, each alone on the machine, instead of all at once: for "
                    + "--off-cpu, since the kernel side's clocks and tracepoints cost all that runs. Each turn of one "
                    + "is compared with the same turn of another, so drift counts as cost: more rounds are needed.")
    private boolean apart;

    @Option(names = "--server-prepared",
            description = "Statements are prepared in the server (useServerPrepStmts of the driver): an execution "
                    + "then carries its context without a byte more. By default the driver sends texts, "
                    + "with a comment each.")
    private boolean serverPrepared;

    @Option(names = "--agent", paramLabel = "KEY=VALUE,...", defaultValue = "",
            description = "Further options of Whodunit's agent in Tomcat, such as "
                    + "crosstalk=off: what a part of it costs.")
    private String agent;

    @Option(names = "--before", paramLabel = "CHECKOUT",
            description = "What changed since then: a bookstore recorded by the Whodunit that is built in that "
                    + "checkout takes async-profiler's place.")
    private Path before;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the figures of every turn there as well.")
    private Path json;

    private final Path home = Checkout.here().home();

    public static void main(String[] args) {
        System.exit(Commands.execute(new Overhead(), args));
    }

    @Override
    public Integer call() throws Exception {
        Rounds all = new Rounds();
        for (int round = 0; round < rounds; round++) {
            System.err.printf("round %d of %d%n", round + 1, rounds);
            all.add(apart ? oneByOne(round) : round(round, variants()));
        }
        System.out.printf(
                "%d rounds of %d turns of %d interactions, %d browsers, slices of %d each, engine %s every %s%s, "
                        + "statements %s%s: ratios, median of the pairs of turns, mean of the rounds [95%% interval]%n",
                rounds, turns, clients * each, clients, slice, offCpu == null ? engine : "kernel", interval,
                agent.isEmpty() ? "" : " (agent: " + agent + ")",
                serverPrepared ? "prepared in the server" : "as text",
                (offCpu == null ? "" : ", waits from " + offCpu) + (apart ? ", apart" : ""));
        all.print(System.out, database);
        if (json != null)
            Files.writeString(json, new GsonBuilder().setPrettyPrinting().create().toJson(all.turns()) + "\n");
        return 0;
    }

    private List<Variant> variants() {
        return Stream.of(Variant.values()).filter(v -> switch (v) {
            case ASYNC_PROFILER -> before == null && database == Database.MARIADB;
            case BEFORE -> before != null;
            default -> true;
        }).toList();
    }

    /** In an order of its own for each round. */
    private Map<Variant, List<Turn>> oneByOne(int round) throws Exception {
        List<Variant> order = new ArrayList<>(variants());
        Collections.shuffle(order, new Random(round));
        Map<Variant, List<Turn>> costs = new EnumMap<>(Variant.class);
        for (Variant v : order)
            costs.putAll(round(round, List.of(v)));
        return costs;
    }

    private Map<Variant, List<Turn>> round(int round, List<Variant> variants) throws Exception {
        Scale scale = Scale.of(items, 10, Map.of("item", "MyISAM"));
        Path recording = Files.createTempDirectory("whodunit-overhead");
        DirectoryTree.deleteAtExit(recording);
        Files.setPosixFilePermissions(recording, PosixFilePermissions.fromString("rwxr-xr-x")); // for PostgreSQL's user
        List<Bookstore> shops = new ArrayList<>();
        Map<Variant, Contender> contenders = new EnumMap<>(Variant.class);
        Map<Variant, List<Turn>> costs = new EnumMap<>(Variant.class);
        try {
            for (Variant v : variants) {
                Bookstore shop = Bookstore.start(
                        new Bookstore.Setup(home, System.getProperty("java.home"), scale, v.profiler, engine, interval,
                                Files.createDirectory(recording.resolve(v.name()))).withServerPrepared(serverPrepared)
                                .withAgent(agent).withOffCpu(offCpu).with(database)
                                .by(v == Variant.BEFORE ? before.toAbsolutePath() : home),
                        false);
                shops.add(shop);
                contenders.put(v, new Contender(shop, load(shop, scale, think, 2000L * round),
                        load(shop, scale, 0, 2000L * round + 1000)));
                costs.put(v, new ArrayList<>());
            }
            Random chance = new Random(round);
            for (int turn = 1; turn <= warmUp; turn++)
                for (Map.Entry<Variant, Contender> c : contenders.entrySet())
                    tell("warm-up " + turn, c.getKey(), c.getValue().warmUp(each));
            for (Bookstore shop : shops)
                shop.tomcat.collect(); // or in some of them more objects would be old than in others
            for (int turn = 1; turn <= turns; turn++)
                for (Map.Entry<Variant, Turn> cost : turn(contenders, chance).entrySet()) {
                    tell("turn " + turn, cost.getKey(), cost.getValue());
                    costs.get(cost.getKey()).add(cost.getValue());
                }
            return costs;
        } finally {
            for (Bookstore shop : shops)
                shop.close();
            DirectoryTree.delete(recording);
        }
    }

    private Load load(Bookstore shop, Scale scale, double thinkSeconds, long seed) {
        return new Load(shop.tomcat.url(), scale, new Mix("browsing"), clients, thinkSeconds, seed);
    }

    private static void tell(String turn, Variant v, Turn t) {
        System.err.printf("  %s %-15s database %.4f tomcat %.4f (JIT and GC %.4f) ms per interaction, %.1f/s%n", turn,
                v, t.database() / t.interactions(), t.web() / t.interactions(), t.housekeeping() / t.interactions(),
                t.throughput());
    }

    private Map<Variant, Turn> turn(Map<Variant, Contender> contenders, Random chance) throws Exception {
        for (Contender c : contenders.values())
            c.begin();
        List<Contender> order = new ArrayList<>(contenders.values());
        for (int done = 0; done < each; done += slice) {
            Collections.shuffle(order, chance); // nobody always comes first, or behind the same one
            for (Contender c : order)
                c.slice(Math.min(slice, each - done));
        }
        Map<Variant, Turn> costs = new EnumMap<>(Variant.class);
        for (Map.Entry<Variant, Contender> c : contenders.entrySet())
            costs.put(c.getKey(), c.getValue().end());
        return costs;
    }
}
