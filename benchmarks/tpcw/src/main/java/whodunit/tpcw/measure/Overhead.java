package whodunit.tpcw.measure;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import whodunit.tpcw.data.Scale;
import whodunit.tpcw.load.Load;
import whodunit.tpcw.load.Mix;
import whodunit.tpcw.load.Results;
import whodunit.tpcw.run.Bookstore;
import whodunit.tpcw.run.Bookstore.Profiler;
import whodunit.tpcw.run.Shell;

@Command(name = "overhead", mixinStandardHelpOptions = true, sortOptions = false,
        description = "What profiling the bookstore costs: no profiler, async-profiler alone, Whodunit, in turn (A B C A B C ...), "
                + "same requests in each round. CPU per interaction is the kernel's accounting of each tier.")
public final class Overhead implements Callable<Integer> {
    @Option(names = "--rounds", defaultValue = "5", description = "(${DEFAULT-VALUE})")
    private int rounds;

    @Option(names = "--seconds", defaultValue = "30", description = "Measured window of each run (${DEFAULT-VALUE}).")
    private int seconds;

    @Option(names = "--warm-up", defaultValue = "20", description = "Seconds before it (${DEFAULT-VALUE}).")
    private int warmUp;

    @Option(names = "--clients", defaultValue = "40", description = "Emulated browsers (${DEFAULT-VALUE}).")
    private int clients;

    @Option(names = "--think", defaultValue = "0.25", description = "Mean think time in seconds (${DEFAULT-VALUE}); keep the machine below saturation.")
    private double think;

    @Option(names = "--items", defaultValue = "10000", description = "(${DEFAULT-VALUE})")
    private int items;

    @Option(names = "--engine", defaultValue = "ctimer", description = "(${DEFAULT-VALUE})")
    private String engine;

    @Option(names = "--interval", defaultValue = "4ms", description = "(${DEFAULT-VALUE})")
    private String interval;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the figures of every run there as well.")
    private Path json;

    private final Path home = Path.of(System.getenv().getOrDefault("WHODUNIT_HOME", ".")).toAbsolutePath();

    /** One run: CPU milliseconds per interaction of each tier, interactions per second. */
    private record Run(double database, double web, double throughput) {
        double both() {
            return database + web;
        }
    }

    public static void main(String[] args) {
        System.exit(new CommandLine(new Overhead()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        Map<Profiler, List<Run>> runs = new EnumMap<>(Profiler.class);
        for (Profiler p : Profiler.values())
            runs.put(p, new ArrayList<>());
        for (int round = 0; round < rounds; round++)
            for (Profiler p : Profiler.values()) {
                Run r = run(p, round);
                runs.get(p).add(r);
                System.err.printf("round %d %-15s mariadb %.4f tomcat %.4f ms per interaction, %.1f/s%n", round + 1, p, r.database, r.web, r.throughput);
            }
        print(runs);
        if (json != null)
            Files.writeString(json, toJson(runs) + "\n");
        return 0;
    }

    private Run run(Profiler profiler, int round) throws Exception {
        Scale scale = Scale.of(items, 10, Map.of("item", "MyISAM"));
        Path recording = Files.createTempDirectory("whodunit-overhead");
        try (Bookstore shop = Bookstore.start(new Bookstore.Setup(home, System.getProperty("java.home"), scale, profiler, engine, interval, recording), false)) {
            Tiers tiers = new Tiers(shop);
            Results results = new Load(shop.tomcat.url(), scale, new Mix("browsing"), clients, think, 1000L * round).run(warmUp, seconds, tiers);
            int n = results.total();
            return new Run(tiers.spent(0) / n, tiers.spent(1) / n, n / results.seconds);
        } finally {
            Shell.delete(recording);
        }
    }

    private static final class Tiers implements Load.Window {
        private final CpuClock[] clocks;
        private final double[] opened = new double[2];
        private final double[] closed = new double[2];

        Tiers(Bookstore shop) {
            clocks = new CpuClock[] {new CpuClock(shop.database.server().pid()), new CpuClock(shop.tomcat.server().pid())};
        }

        double spent(int tier) {
            return closed[tier] - opened[tier];
        }

        @Override
        public void opens() {
            read(opened);
        }

        @Override
        public void closes() {
            read(closed);
        }

        private void read(double[] to) {
            try {
                for (int i = 0; i < clocks.length; i++)
                    to[i] = clocks[i].millis();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private void print(Map<Profiler, List<Run>> runs) {
        System.out.printf("%d rounds of %d s, %d browsers, engine %s every %s: ratios pair by pair, median (min to max)%n", rounds, seconds, clients, engine, interval);
        line("Whodunit / none", runs, Profiler.WHODUNIT, Profiler.NONE);
        line("async-profiler / none", runs, Profiler.ASYNC_PROFILER, Profiler.NONE);
        line("Whodunit / async-prof.", runs, Profiler.WHODUNIT, Profiler.ASYNC_PROFILER);
    }

    private static void line(String what, Map<Profiler, List<Run>> runs, Profiler a, Profiler b) {
        System.out.printf("%-24s mariadb CPU %s   tomcat CPU %s   both %s   throughput %s%n", what, ratio(runs, a, b, Run::database),
                ratio(runs, a, b, Run::web), ratio(runs, a, b, Run::both), ratio(runs, a, b, Run::throughput));
    }

    private static String ratio(Map<Profiler, List<Run>> runs, Profiler a, Profiler b, ToDoubleFunction<Run> of) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < runs.get(a).size(); i++)
            ratios.add(of.applyAsDouble(runs.get(a).get(i)) / of.applyAsDouble(runs.get(b).get(i)));
        ratios.sort(null);
        int n = ratios.size();
        double median = (ratios.get(n / 2) + ratios.get((n - 1) / 2)) / 2;
        return String.format(Locale.ROOT, "%.3f (%.3f to %.3f)", median, ratios.get(0), ratios.get(n - 1));
    }

    private static JsonObject toJson(Map<Profiler, List<Run>> runs) {
        JsonObject root = new JsonObject();
        runs.forEach((p, list) -> {
            JsonArray all = new JsonArray();
            for (Run r : list) {
                JsonObject o = new JsonObject();
                o.addProperty("mariadb_ms", r.database);
                o.addProperty("tomcat_ms", r.web);
                o.addProperty("per_second", r.throughput);
                all.add(o);
            }
            root.add(p.name().toLowerCase(Locale.ROOT), all);
        });
        return root;
    }
}
