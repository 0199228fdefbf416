package whodunit.tpcw.measure;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import whodunit.tpcw.data.Scale;
import whodunit.tpcw.load.Mix;
import whodunit.tpcw.run.Bookstore;

@Command(name = "oracle", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Holds the profiler against the truth: measures from outside what each interaction alone costs the database, "
                + "predicts the mix's shares from the number of requests, and compares with the report of a profiled run.")
public final class Oracle implements Callable<Integer> {
    private static final double SMALLEST_SHARE = 2;
    private static final double TOLERANCE = 0.10;

    @Option(names = "--seconds", defaultValue = "180", description = "Of the profiled run (${DEFAULT-VALUE}).")
    private int seconds;

    @Option(names = "--alone-seconds", defaultValue = "6", description = "For each interaction alone (${DEFAULT-VALUE}).")
    private double aloneSeconds;

    @Option(names = "--mix", defaultValue = "browsing", description = "browsing, shopping or ordering (${DEFAULT-VALUE}).")
    private String mix;

    @Option(names = "--items", defaultValue = "10000", description = "Books in the shop (${DEFAULT-VALUE}).")
    private int items;

    @Option(names = "--clients", defaultValue = "60", description = "Emulated browsers of the profiled run (${DEFAULT-VALUE}).")
    private int clients;

    @Option(names = "--engine", defaultValue = "ctimer", description = "Of the profiled run (${DEFAULT-VALUE}; cpu-clock leaves out what the kernel does for a server that is not root).")
    private String engine;

    @Option(names = "--interval", defaultValue = "4ms", description = "Of the profiled run (${DEFAULT-VALUE}).")
    private String interval;

    @Option(names = "--out", defaultValue = "whodunit-oracle", description = "Directory for the run and oracle.json (${DEFAULT-VALUE}).")
    private Path out;

    private final Path home = Path.of(System.getenv().getOrDefault("WHODUNIT_HOME", ".")).toAbsolutePath();

    public static void main(String[] args) {
        System.exit(new CommandLine(new Oracle()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        out = out.toAbsolutePath();
        Map<String, Double> cost = alone();
        run();
        JsonObject report = JsonParser.parseString(Files.readString(out.resolve("report.json"))).getAsJsonObject();
        return compare(cost, report);
    }

    private Map<String, Double> alone() throws Exception {
        Scale scale = Scale.of(items, 10, Map.of("item", "MyISAM"));
        System.err.println("oracle: each interaction alone, unprofiled");
        try (Bookstore shop = Bookstore.start(new Bookstore.Setup(home, System.getProperty("java.home"), scale,
                Bookstore.Profiler.NONE, engine, interval, out), false)) {
            return new Alone(shop, scale, 4, aloneSeconds).measure(new Mix(mix).interactions());
        }
    }

    private void run() throws Exception {
        System.err.println("oracle: the mix, profiled");
        List<String> command = List.of(home.resolve("whodunit").toString(), "demo", "--seconds", Integer.toString(seconds), "--mix", mix,
                "--items", Integer.toString(items), "--clients", Integer.toString(clients), "--engine", engine, "--interval", interval,
                "--out", out.toString());
        if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0)
            throw new IllegalStateException("the profiled run failed");
    }

    private int compare(Map<String, Double> cost, JsonObject report) throws Exception {
        double predictedTotal = 0, reportedTotal = 0;
        List<JsonObject> rows = new ArrayList<>();
        for (JsonElement e : report.getAsJsonArray("transactions")) {
            JsonObject t = e.getAsJsonObject();
            Double each = cost.get(t.get("type").getAsString());
            if (each == null)
                continue;
            JsonObject cell = t.getAsJsonObject("stages").getAsJsonObject("mariadb");
            JsonObject row = new JsonObject();
            row.addProperty("type", t.get("type").getAsString());
            row.addProperty("requests", t.get("requests").getAsLong());
            row.addProperty("alone_ms", each);
            row.addProperty("predicted", each * t.get("requests").getAsLong());
            row.addProperty("reported", cell == null ? 0 : cell.get("samples").getAsDouble());
            predictedTotal += row.get("predicted").getAsDouble();
            reportedTotal += row.get("reported").getAsDouble();
            rows.add(row);
        }
        System.out.printf("%n%-22s %9s %12s %12s %12s %8s%n", "interaction", "requests", "alone ms", "predicted %", "reported %", "off by");
        int wrong = 0;
        for (JsonObject row : rows) {
            double predicted = 100 * row.get("predicted").getAsDouble() / predictedTotal;
            double reported = 100 * row.get("reported").getAsDouble() / reportedTotal;
            double off = predicted > 0 ? reported / predicted - 1 : 0;
            boolean counts = Math.max(predicted, reported) > SMALLEST_SHARE;
            boolean bad = counts && Math.abs(off) > TOLERANCE;
            wrong += bad ? 1 : 0;
            row.addProperty("predicted_pct", predicted);
            row.addProperty("reported_pct", reported);
            System.out.printf("%-22s %9d %12.3f %12.2f %12.2f %7.1f%%%s%n", row.get("type").getAsString(), row.get("requests").getAsLong(),
                    row.get("alone_ms").getAsDouble(), predicted, reported, 100 * off, bad ? "  WRONG" : counts ? "" : "  (small)");
        }
        JsonObject result = new JsonObject();
        com.google.gson.JsonArray all = new com.google.gson.JsonArray();
        rows.forEach(all::add);
        result.add("interactions", all);
        result.addProperty("agrees", wrong == 0);
        Files.writeString(out.resolve("oracle.json"), result + "\n");
        System.out.println(wrong == 0 ? "agrees: within 10% for every interaction above 2%" : wrong + " interactions are off by more than 10%");
        return wrong == 0 ? 0 : 1;
    }
}
