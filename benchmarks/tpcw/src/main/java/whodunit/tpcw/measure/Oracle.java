// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import whodunit.harness.Alongside;
import whodunit.harness.Checkout;
import whodunit.harness.RecordingDirectory;
import whodunit.harness.option.Commands;
import whodunit.harness.option.Count;
import whodunit.harness.option.Engine;
import whodunit.harness.option.Interval;
import whodunit.harness.option.PositiveSeconds;
import whodunit.harness.oracle.Report;
import whodunit.tpcw.data.Scale;
import whodunit.tpcw.load.Load;
import whodunit.tpcw.load.Mix;
import whodunit.tpcw.load.MixName;
import whodunit.harness.Results;
import whodunit.tpcw.run.Bookstore;
import whodunit.tpcw.run.Database;
import whodunit.tpcw.run.DatabaseName;

@Command(name = "oracle", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Holds the profiler against two truths. One bookstore serves the mix, profiled, and a clock of "
                + "its own in its database reads the kernel's CPU time of a thread, or of a backend, at each "
                + "statement: what a request costs among others. At the same time, on the same machine, a second "
                + "bookstore without a profiler measures what each request costs the database alone: browsers walk "
                + "through the mix at the same "
                + "pace but take turns, a page at a time, and the kernel's count of that server's CPU is read after "
                + "each. That and the browsers' own count of requests predict the mix's shares; all is printed side "
                + "by side. Ends with status 1 if the report is off from either truth by more than 10%% in an "
                + "interaction above 2%%.")
public final class Oracle implements Callable<Integer> {
    @Option(names = "--db", converter = DatabaseName.class, defaultValue = "mariadb",
            description = "mariadb or postgres (${DEFAULT-VALUE}).")
    private Database database;

    @Option(names = "--seconds", converter = Count.class, defaultValue = "150",
            description = "Of the run, about (${DEFAULT-VALUE}).")
    private int seconds;

    @Option(names = "--mix", converter = MixName.class, defaultValue = "browsing",
            description = "browsing, shopping or ordering (${DEFAULT-VALUE}).")
    private String mix;

    @Option(names = "--items", converter = Count.class, defaultValue = "10000",
            description = "Books in the shop (${DEFAULT-VALUE}).")
    private int items;

    @Option(names = "--clients", converter = Count.class, defaultValue = "30",
            description = "Emulated browsers of the mix (${DEFAULT-VALUE}).")
    private int clients;

    @Option(names = "--think", converter = PositiveSeconds.class, defaultValue = "0.3",
            description = "Their mean think time in seconds (${DEFAULT-VALUE}).")
    private double think;

    @Option(names = "--engine", converter = Engine.class, defaultValue = "ctimer",
            description = "Of the profiled run (${DEFAULT-VALUE}; "
                    + "cpu-clock leaves out what the kernel does for a server that is not root).")
    private String engine;

    @Option(names = "--interval", converter = Interval.class, defaultValue = "4ms",
            description = "Of the profiled run (${DEFAULT-VALUE}).")
    private String interval;

    @Option(names = "--out", defaultValue = "whodunit-oracle",
            description = "Directory for the recording, report.json and oracle.json (${DEFAULT-VALUE}).")
    private Path out;

    private final Checkout checkout = Checkout.here();

    public static void main(String[] args) {
        System.exit(Commands.execute(new Oracle(), args));
    }

    @Override
    public Integer call() throws Exception {
        out = Files.createDirectories(out.toAbsolutePath());
        Map<String, String> owners = new HashMap<>();
        Map<String, Double> cost = new HashMap<>();
        Results mixed = run(owners, cost);
        Map<String, Double> clockMillis = new HashMap<>();
        StatementClock.read(out.resolve("statements")).forEach(
                (statement, c) -> clockMillis.merge(owners.getOrDefault(statement, ""), c.millis(), Double::sum));
        Verdict verdict = new Verdict();
        Report report = Report.of(checkout, out.resolve("recording"), out);
        Map<String, Integer> sent = mixed.counts();
        Set<String> types = new LinkedHashSet<>(report.types());
        types.addAll(sent.keySet()); // what the report does not know is the worst of its errors
        types.removeIf(type -> sent.getOrDefault(type, 0) == 0);
        for (String type : types)
            verdict.add(new Verdict.Row(type, sent.get(type), report.requests(type), cost.getOrDefault(type, 0.0),
                    clockMillis.getOrDefault(type, 0.0) / Math.max(1, sent.get(type)),
                    report.samples(type, database.key()), report.cpuMillis(type, database.key())));
        verdict.print(System.out);
        Files.writeString(out.resolve("oracle.json"), verdict.toJson() + "\n");
        return verdict.agrees() ? 0 : 1;
    }

    /** Fills in whose each statement is, and what a request of each interaction costs alone in milliseconds. */
    private Results run(Map<String, String> owners, Map<String, Double> cost) throws Exception {
        Path recording = out.resolve("recording");
        RecordingDirectory.prepare(recording);
        Results results;
        try (Bookstore measured = start(Bookstore.Profiler.NONE, out);
                Bookstore profiled = start(Bookstore.Profiler.WHODUNIT, recording)) {
            System.err.println(
                    "oracle: the mix, profiled, and beside it one request after the other, alone and unprofiled; about "
                            + seconds + " s");
            Alone alone = new Alone(measured, scale(), new Mix(mix), clients, think);
            Load load = new Load(profiled.tomcat.url(), scale(), new Mix(mix), clients, think, 1);
            results = Alongside.perform(() -> load.perform((int) Math.ceil(seconds / think)), load::stop, alone,
                    alone::stop);
            owners.putAll(alone.statements());
            cost.putAll(alone.millis());
            if (cost.isEmpty())
                throw new IOException("no request was measured alone before the mix had ended: --seconds must be more");
            Files.copy(profiled.statements(), out.resolve("statements"), StandardCopyOption.REPLACE_EXISTING);
        }
        return results;
    }

    private Bookstore start(Bookstore.Profiler profiler, Path recording) throws Exception {
        return Bookstore.start(
                new Bookstore.Setup(checkout.home(), System.getProperty("java.home"), scale(), profiler, engine,
                        interval, recording)
                        .with(database)
                        .withStatementClock(checkout.home().resolve("build/tpcw").resolve(database == Database.MARIADB
                                ? "statement_clock.so" : "statement_clock_postgres.so")),
                false);
    }

    private Scale scale() {
        return Scale.of(items, 10, database.paperEngines());
    }
}
