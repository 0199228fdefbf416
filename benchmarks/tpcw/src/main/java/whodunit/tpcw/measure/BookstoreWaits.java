// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.measure;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import whodunit.harness.Checkout;
import whodunit.harness.Program;
import whodunit.harness.RecordingDirectory;
import whodunit.harness.Results;
import whodunit.harness.option.Commands;
import whodunit.harness.option.Count;
import whodunit.harness.option.PositiveSeconds;
import whodunit.tpcw.data.Scale;
import whodunit.tpcw.load.Load;
import whodunit.tpcw.load.Mix;
import whodunit.tpcw.run.Bookstore;
import whodunit.tpcw.run.Database;

@Command(name = "bookstore", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Records the waits of both tiers of the bookstore, with its books in a MyISAM table, and holds "
                + "them against what others know: each interaction's split against the latency that browsers "
                + "measured; and AdminConfirm's waits for the lock of that table against crosstalk. Needs root. Ends "
                + "with status 1 if one of them is off by more than --within, but for interactions of fewer than "
                + "--least requests.")
public final class BookstoreWaits implements Callable<Integer> {
    private static final String ADMINISTRATION = "AdminConfirm";
    private static final List<String> HOLDERS = List.of("BestSellers", "SearchResult");
    private static final String WEB = "tomcat";
    private static final int WARM_UP_S = 20;

    @Option(names = "--seconds", converter = Count.class, defaultValue = "120",
            description = "Length of the measured window, after 20 s of warm-up (${DEFAULT-VALUE}).")
    private int seconds;

    @Option(names = "--clients", converter = Count.class, defaultValue = "8",
            description = "Emulated browsers (${DEFAULT-VALUE}).")
    private int clients;

    @Option(names = "--think", converter = PositiveSeconds.class, defaultValue = "0.5",
            description = "Their mean think time in seconds (${DEFAULT-VALUE}).")
    private double think;

    @Option(names = "--administrator", converter = PositiveSeconds.class, defaultValue = "1",
            description = "Mean think time of one who changes books (${DEFAULT-VALUE}).")
    private double administrator;

    @Option(names = "--items", converter = Count.class, defaultValue = "10000",
            description = "Books in the shop (${DEFAULT-VALUE}).")
    private int items;

    @Option(names = "--within", defaultValue = "5", paramLabel = "PERCENT",
            description = "How far off is too far (${DEFAULT-VALUE}).")
    private double within;

    @Option(names = "--least", converter = Count.class, defaultValue = "20",
            description = "Requests of an interaction below which it is not judged (${DEFAULT-VALUE}).")
    private int least;

    @Option(names = "--out", defaultValue = "whodunit-bookstore", paramLabel = "DIR",
            description = "Where the recording and the graphs of waits go (${DEFAULT-VALUE}).")
    private Path out;

    private final Checkout checkout = Checkout.here();
    private long began, ended;

    public static void main(String[] args) {
        System.exit(Commands.execute(new BookstoreWaits(), args));
    }

    @Override
    public Integer call() throws Exception {
        out = Files.createDirectories(out.toAbsolutePath());
        Path recording = out.resolve("recording");
        RecordingDirectory.prepare(recording);
        Scale scale = Scale.of(items, 10, Database.MARIADB.paperEngines());
        Results latency;
        try (Bookstore shop = Bookstore.start(new Bookstore.Setup(checkout.home(), System.getProperty("java.home"),
                scale, Bookstore.Profiler.WHODUNIT, "ctimer", "4ms", recording).withWaits(), false)) {
            Load load = new Load(shop.url(), scale, new Mix("browsing"), clients, think, 1)
                    .withAdministrator(administrator).withoutImages();
            latency = load.run(WARM_UP_S, seconds, new Window());
        }
        return judge(latency, recording) ? 0 : 1;
    }

    private final class Window implements Load.Window {
        @Override
        public void opens() {
            began = System.nanoTime();
        }

        @Override
        public void closes() {
            ended = System.nanoTime();
        }
    }

    private boolean judge(Results latency, Path recording) throws Exception {
        long start = started(recording);
        JsonObject window = waits(recording, "window.json", "--since", seconds(began - start), "--until",
                seconds(ended - start));
        JsonObject whole = waits(recording, "waits.json");
        Map<String, Map<String, Double>> splits = splits(window, WEB, "seconds");
        List<LatencyRow> rows = new ArrayList<>();
        latency.statistics().forEach((type, s) -> {
            Map<String, Double> parts = new TreeMap<>();
            splits.getOrDefault(type, Map.of()).forEach((part, sum) -> parts.put(part, 1000 * sum / s.count()));
            rows.add(new LatencyRow(type, s.count(), s.mean(), parts));
        });
        return print(rows) & locks(whole, recording);
    }

    private boolean print(List<LatencyRow> rows) {
        boolean right = true;
        System.out.printf("%-20s %7s %9s %9s %8s   %s%n", "ms per request", "count", "browsers", "split", "differs",
                "of the split");
        for (LatencyRow r : rows) {
            boolean judged = r.count() >= least, off = Math.abs(r.differs()) > within;
            right &= !judged || !off;
            StringBuilder parts = new StringBuilder();
            r.parts().entrySet().stream().sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                    .filter(p -> p.getValue() > 0.005 * r.latency())
                    .forEach(p -> parts.append(String.format(Locale.ROOT, " %s %.2f", p.getKey(), p.getValue())));
            System.out.printf(Locale.ROOT, "%-20s %7d %9.2f %9.2f %+7.1f%%  %s%s%n", r.type(), r.count(),
                    r.latency(), r.split(), r.differs(), parts,
                    off ? judged ? "   off" : "   too few to judge" : "");
        }
        return right;
    }

    /**
     * By waits and by crosstalk, of the whole recording: how long AdminConfirm waited for the table, and for whom.
     * Crosstalk's waits last until the waiter runs again, so with the time that it was ready.
     */
    private boolean locks(JsonObject whole, Path recording) throws Exception {
        Map<String, Double> byWaits = splits(whole, Database.MARIADB.key(), "seconds", "ready_seconds")
                .getOrDefault(ADMINISTRATION, Map.of());
        Path file = out.resolve("crosstalk.json");
        Program.run(List.of(checkout.launcher(), "crosstalk", recording.toString(), "--tier", Database.MARIADB.key(),
                "--format", "json", "-o", file.toString()), out);
        Map<String, Double> byCrosstalk = new TreeMap<>();
        for (JsonElement e : json(file).getAsJsonArray("crosstalk")) {
            JsonObject row = e.getAsJsonObject();
            if (row.get("waiter").getAsString().equals(ADMINISTRATION))
                byCrosstalk.merge(row.get("holder").getAsString(), row.get("total_ms").getAsDouble() / 1000,
                        Double::sum);
        }
        double ours = 0, theirs = 0;
        System.out.printf("%n%s waits for locks held by%12s %12s%n", ADMINISTRATION, "waits s", "crosstalk s");
        for (String holder : byCrosstalk.keySet()) {
            double mine = byWaits.getOrDefault("lock " + holder, 0.0), its = byCrosstalk.get(holder);
            System.out.printf(Locale.ROOT, "  %-34s %12.3f %12.3f%n", holder, mine, its);
            if (HOLDERS.contains(holder)) {
                ours += mine;
                theirs += its;
            }
        }
        double differs = theirs == 0 ? Double.POSITIVE_INFINITY : 100 * (ours / theirs - 1);
        System.out.printf(Locale.ROOT, "  %-34s %12.3f %12.3f  %+.1f%%%n", String.join(" and ", HOLDERS), ours, theirs,
                differs);
        return Math.abs(differs) <= within;
    }

    /** Seconds of these keys together, by type and part, in one tier. */
    private static Map<String, Map<String, Double>> splits(JsonObject graph, String tier, String... keys) {
        Map<String, Map<String, Double>> splits = new TreeMap<>();
        for (JsonElement e : graph.getAsJsonArray("splits")) {
            JsonObject split = e.getAsJsonObject();
            if (!split.get("tier").getAsString().equals(tier))
                continue;
            Map<String, Double> parts = splits.computeIfAbsent(split.get("type").getAsString(), t -> new TreeMap<>());
            for (JsonElement p : split.getAsJsonArray("parts")) {
                JsonObject part = p.getAsJsonObject();
                for (String key : keys)
                    parts.merge((part.get("share").getAsString() + " " + part.get("other").getAsString()).strip(),
                            part.get(key).getAsDouble(), Double::sum);
            }
        }
        return splits;
    }

    private JsonObject waits(Path recording, String name, String... options) throws Exception {
        Path file = out.resolve(name);
        List<String> command = new ArrayList<>(List.of(checkout.launcher(), "waits", recording.toString(), "--by",
                "transaction", "--format", "json", "-o", file.toString()));
        command.addAll(List.of(options));
        Program.run(command, out);
        return json(file);
    }

    private static JsonObject json(Path file) throws IOException {
        return JsonParser.parseString(Files.readString(file)).getAsJsonObject();
    }

    private static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.9f", nanos / 1e9);
    }

    /** When the recording of waits began, by the clock of System.nanoTime (docs/format.md, "Intervals"). */
    private static long started(Path recording) throws IOException {
        try (Stream<Path> files = Files.list(recording)) {
            Path file = files.filter(f -> f.toString().endsWith(".waits")).findFirst()
                    .orElseThrow(() -> new IOException("no waits were recorded: that needs root"));
            try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
                return ByteBuffer.wrap(in.readNBytes(16)).order(ByteOrder.LITTLE_ENDIAN).getLong(8);
            }
        }
    }
}
