package whodunit.tpcw.measure;

import com.google.gson.GsonBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import whodunit.harness.Checkout;
import whodunit.harness.DirectoryTree;
import whodunit.harness.Spread;
import whodunit.tpcw.data.Scale;
import whodunit.tpcw.load.Load;
import whodunit.tpcw.load.Mix;
import whodunit.tpcw.run.Bookstore;
import whodunit.tpcw.run.Bookstore.Profiler;

@Command(name = "overhead", mixinStandardHelpOptions = true, sortOptions = false,
        description = "What profiling the bookstore costs. Each round starts three bookstores (no profiler, async-profiler alone, "
                + "Whodunit), which take turns at the same work, request by request, so that neither the machine's drift nor the "
                + "mix's chance is taken for a cost. CPU is the kernel's accounting of each tier, bytes are mariadbd's own count, and the browsers'.")
public final class Overhead implements Callable<Integer> {
    @Option(names = "--rounds", defaultValue = "5", description = "Each with servers started anew (${DEFAULT-VALUE}).")
    private int rounds;

    @Option(names = "--turns", defaultValue = "6", description = "Of each bookstore in a round (${DEFAULT-VALUE}).")
    private int turns;

    @Option(names = "--warm-up", defaultValue = "3", description = "Turns before them that are not counted (${DEFAULT-VALUE}).")
    private int warmUp;

    @Option(names = "--clients", defaultValue = "60", description = "Emulated browsers (${DEFAULT-VALUE}).")
    private int clients;

    @Option(names = "--each", defaultValue = "40", description = "Interactions of each browser in a turn (${DEFAULT-VALUE}).")
    private int each;

    @Option(names = "--think", defaultValue = "0.2", description = "Mean think time in seconds (${DEFAULT-VALUE}); keep the machine below saturation.")
    private double think;

    @Option(names = "--items", defaultValue = "10000", description = "(${DEFAULT-VALUE})")
    private int items;

    @Option(names = "--engine", defaultValue = "ctimer", description = "(${DEFAULT-VALUE})")
    private String engine;

    @Option(names = "--interval", defaultValue = "4ms", description = "(${DEFAULT-VALUE})")
    private String interval;

    @Option(names = "--server-prepared", description = "Statements are prepared in the server (useServerPrepStmts of the driver): an execution "
            + "then carries its context without a byte more. By default the driver sends texts, with a comment each.")
    private boolean serverPrepared;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the figures of every turn there as well.")
    private Path json;

    private final Path home = Checkout.here().home();

    public static void main(String[] args) {
        System.exit(new CommandLine(new Overhead()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        List<Map<Profiler, List<Turn>>> all = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            System.err.printf("round %d of %d%n", round + 1, rounds);
            all.add(round(round));
        }
        print(all);
        if (json != null)
            Files.writeString(json, new GsonBuilder().setPrettyPrinting().create().toJson(all) + "\n");
        return 0;
    }

    private Map<Profiler, List<Turn>> round(int round) throws Exception {
        Scale scale = Scale.of(items, 10, Map.of("item", "MyISAM"));
        Path recording = Files.createTempDirectory("whodunit-overhead");
        DirectoryTree.deleteAtExit(recording);
        Map<Profiler, Bookstore> shops = new EnumMap<>(Profiler.class);
        Map<Profiler, List<Turn>> costs = new EnumMap<>(Profiler.class);
        try {
            for (Profiler p : Profiler.values()) {
                shops.put(p, Bookstore.start(new Bookstore.Setup(home, System.getProperty("java.home"), scale, p, engine, interval,
                        Files.createDirectory(recording.resolve(p.name()))).withServerPrepared(serverPrepared), false));
                costs.put(p, new ArrayList<>());
            }
            List<Profiler> order = new ArrayList<>(List.of(Profiler.values()));
            for (int turn = -warmUp; turn < turns; turn++) {
                for (Profiler p : order) {
                    Load load = new Load(shops.get(p).tomcat.url(), scale, new Mix("browsing"), clients, think, 1000L * (100L * round + turn + warmUp));
                    Turn t = Turn.of(shops.get(p), load, each);
                    System.err.printf("  %s %-15s mariadb %.4f tomcat %.4f ms per interaction, %.1f/s%n", turn < 0 ? "warm-up" : "turn " + (turn + 1), p,
                            t.database() / t.interactions(), t.web() / t.interactions(), t.throughput());
                    if (turn >= 0)
                        costs.get(p).add(t);
                }
                Collections.rotate(order, 1); // nobody always comes behind the same one
            }
            return costs;
        } finally {
            for (Bookstore shop : shops.values())
                shop.close();
            DirectoryTree.delete(recording);
        }
    }

    private void print(List<Map<Profiler, List<Turn>>> all) {
        System.out.printf("%d rounds of %d turns of %d interactions, %d browsers, engine %s every %s, statements %s: ratios, median of all pairs of turns [rounds: min to max]%n",
                rounds, turns, clients * each, clients, engine, interval, serverPrepared ? "prepared in the server" : "as text");
        line("Whodunit / none", all, Profiler.WHODUNIT, Profiler.NONE);
        line("async-profiler / none", all, Profiler.ASYNC_PROFILER, Profiler.NONE);
        line("Whodunit / async-prof.", all, Profiler.WHODUNIT, Profiler.ASYNC_PROFILER);
    }

    private static void line(String what, List<Map<Profiler, List<Turn>>> all, Profiler a, Profiler b) {
        System.out.printf("%-23s mariadb CPU %s  tomcat CPU %s  both %s  throughput %s  bytes Tomcat<->MariaDB %s  bytes on all wires %s%n", what, ratio(all, a, b, Turn::database),
                ratio(all, a, b, Turn::web), ratio(all, a, b, Turn::both), ratio(all, a, b, Turn::throughput), ratio(all, a, b, Turn::wire),
                ratio(all, a, b, Turn::allWires));
    }

    private static String ratio(List<Map<Profiler, List<Turn>>> all, Profiler a, Profiler b, ToDoubleFunction<Turn> of) {
        List<Double> pairs = new ArrayList<>();
        List<Double> wholeRounds = new ArrayList<>();
        for (Map<Profiler, List<Turn>> round : all) {
            for (int i = 0; i < round.get(a).size(); i++)
                pairs.add(of.applyAsDouble(round.get(a).get(i)) / of.applyAsDouble(round.get(b).get(i)));
            wholeRounds.add(of.applyAsDouble(sum(round.get(a))) / of.applyAsDouble(sum(round.get(b))));
        }
        Spread whole = Spread.of(wholeRounds);
        return String.format(Locale.ROOT, "%.3f [%.3f to %.3f]", Spread.of(pairs).median(), whole.least(), whole.most());
    }

    private static Turn sum(List<Turn> turns) {
        return turns.stream().reduce(Turn.NOTHING, Turn::plus);
    }
}
