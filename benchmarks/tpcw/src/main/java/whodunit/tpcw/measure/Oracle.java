package whodunit.tpcw.measure;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import whodunit.harness.Checkout;
import whodunit.harness.DirectoryTree;
import whodunit.harness.Program;
import whodunit.tpcw.data.Scale;
import whodunit.tpcw.load.Load;
import whodunit.tpcw.load.Mix;
import whodunit.tpcw.load.Results;
import whodunit.tpcw.run.Bookstore;

@Command(name = "oracle", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Holds the profiler against two truths. It runs the mix profiled; meanwhile a clock of its own in mariadbd reads "
                + "the kernel's CPU time of a thread at each statement: what a request costs among others. Then it measures from outside, without a profiler, "
                + "what each request costs the database alone, predicts the mix's shares from the browsers' own count of "
                + "requests, and prints all side by side. Alone means that the browsers walk through the mix but take turns, a page "
                + "at a time, and that the kernel's count of the server's CPU is read before and after each page, "
                + "while a second bookstore serves the whole mix on the same machine: so the caches are as in the mix, and the measured server's "
                + "CPU is that of one request only.")
public final class Oracle implements Callable<Integer> {
    @Option(names = "--seconds", defaultValue = "150", description = "Of the profiled run, about (${DEFAULT-VALUE}).")
    private int seconds;

    @Option(names = "--alone-seconds", defaultValue = "150", description = "Of the run in which each request is alone (${DEFAULT-VALUE}).")
    private int aloneSeconds;

    @Option(names = "--mix", defaultValue = "browsing", description = "browsing, shopping or ordering (${DEFAULT-VALUE}).")
    private String mix;

    @Option(names = "--items", defaultValue = "10000", description = "Books in the shop (${DEFAULT-VALUE}).")
    private int items;

    @Option(names = "--clients", defaultValue = "60", description = "Emulated browsers of the mix (${DEFAULT-VALUE}).")
    private int clients;

    @Option(names = "--think", defaultValue = "0.3", description = "Their mean think time in seconds (${DEFAULT-VALUE}).")
    private double think;

    @Option(names = "--engine", defaultValue = "ctimer", description = "Of the profiled run (${DEFAULT-VALUE}; cpu-clock leaves out what the kernel does for a server that is not root).")
    private String engine;

    @Option(names = "--interval", defaultValue = "4ms", description = "Of the profiled run (${DEFAULT-VALUE}).")
    private String interval;

    @Option(names = "--out", defaultValue = "whodunit-oracle", description = "Directory for the recording, report.json and oracle.json (${DEFAULT-VALUE}).")
    private Path out;

    private final Path home = Checkout.here().home();

    public static void main(String[] args) {
        System.exit(new CommandLine(new Oracle()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        out = Files.createDirectories(out.toAbsolutePath());
        Results mixed = profiled();
        Map<String, String> owners = new HashMap<>();
        Map<String, Double> cost = alone(owners);
        Map<String, Double> clockMillis = new HashMap<>();
        StatementClock.read(out.resolve("statements")).forEach((statement, c) -> clockMillis.merge(owners.getOrDefault(statement, ""), c.millis(), Double::sum));
        Verdict verdict = new Verdict();
        JsonObject report = JsonParser.parseString(Files.readString(out.resolve("report.json"))).getAsJsonObject();
        for (JsonElement e : report.getAsJsonArray("transactions")) {
            JsonObject t = e.getAsJsonObject();
            String type = t.get("type").getAsString();
            JsonObject cell = t.getAsJsonObject("stages").getAsJsonObject("mariadb");
            if (cost.containsKey(type))
                verdict.add(new Verdict.Row(type, mixed.counts().get(type), t.get("requests").getAsLong(), cost.get(type),
                        clockMillis.getOrDefault(type, 0.0) / Math.max(1, mixed.counts().get(type)),
                        cell == null ? 0 : cell.get("samples").getAsLong(), cell == null ? 0 : cell.get("cpu_ms").getAsDouble()));
        }
        verdict.print(System.out);
        Files.writeString(out.resolve("oracle.json"), verdict.toJson() + "\n");
        return verdict.agrees() ? 0 : 1;
    }

    private Results profiled() throws Exception {
        System.err.println("oracle: the mix, profiled");
        Path recording = out.resolve("recording");
        DirectoryTree.delete(recording);
        Files.createDirectories(recording);
        Results results;
        try (Bookstore shop = start(Bookstore.Profiler.WHODUNIT, recording)) {
            results = load(shop).perform((int) Math.ceil(seconds / think));
            Files.copy(shop.statements(), out.resolve("statements"), StandardCopyOption.REPLACE_EXISTING);
        }
        Program.run(List.of(home.resolve("whodunit").toString(), "report", recording.toString(), "--format", "json",
                "-o", out.resolve("report.json").toString()), out);
        return results;
    }

    private Map<String, Double> alone(Map<String, String> owners) throws Exception {
        System.err.println("oracle: each request alone, unprofiled, beside another bookstore that serves the mix");
        try (Bookstore measured = start(Bookstore.Profiler.NONE, out); Bookstore neighbour = start(Bookstore.Profiler.NONE, out)) {
            Load around = load(neighbour);
            Thread beside = new Thread(() -> {
                try {
                    around.perform(Integer.MAX_VALUE);
                } catch (java.io.IOException e) {
                    throw new java.io.UncheckedIOException(e);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }, "neighbour's browsers");
            beside.start();
            try {
                Thread.sleep(10_000);
                Alone alone = new Alone(measured, scale(), new Mix(mix));
                Map<String, Double> cost = alone.measure(aloneSeconds);
                owners.putAll(alone.statements());
                return cost;
            } finally {
                around.stop();
                beside.join();
            }
        }
    }

    private Bookstore start(Bookstore.Profiler profiler, Path recording) throws Exception {
        return Bookstore.start(new Bookstore.Setup(home, System.getProperty("java.home"), scale(), profiler, engine, interval, recording)
                .withStatementClock(home.resolve("build/tpcw/statement_clock.so")), false);
    }

    private Scale scale() {
        return Scale.of(items, 10, Map.of("item", "MyISAM"));
    }

    private Load load(Bookstore shop) {
        return new Load(shop.tomcat.url(), scale(), new Mix(mix), clients, think, 1);
    }
}
