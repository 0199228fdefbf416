// SPDX-License-Identifier: Apache-2.0
package whodunit.springshop.measure;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import whodunit.harness.Alongside;
import whodunit.harness.Checkout;
import whodunit.harness.Program;
import whodunit.harness.RecordingDirectory;
import whodunit.harness.option.Commands;
import whodunit.harness.option.Count;
import whodunit.harness.option.Interval;
import whodunit.harness.option.PositiveSeconds;
import whodunit.harness.oracle.Report;
import whodunit.springshop.load.Scale;
import whodunit.springshop.load.Shopper;
import whodunit.springshop.load.Visitors;
import whodunit.springshop.run.ServiceOptions;
import whodunit.springshop.run.SpringShop;

@Command(name = "oracle", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Holds the profiler against a truth. A shop of a front end and two services on Spring Boot, the "
                + "second of which gets its work from a Kafka topic, serves visitors in front of one MariaDB, all "
                + "profiled. At the same time, on the same machine, a second shop without a profiler measures what "
                + "each request costs the database alone, a request at a time, by the kernel's count of the server's "
                + "CPU. That and the visitors' own count of requests predict the shares of the database by the front "
                + "end's routes; these are printed beside the report's. Ends with status 1 if a share above 5%% is off "
                + "by more than 5%% of it, if a request is not counted, if less than 95%% of the database's CPU, "
                + "without its housekeeping, belongs to the routes, or if no stack leads from the front end through "
                + "the topic into the database.")
public final class Oracle implements Callable<Integer> {
    /** An order's stack, through all tiers. */
    private static final Pattern THROUGH_THE_TOPIC = Pattern.compile(Pattern.quote(Shopper.ORDERS) + ";\\[front];"
            + ".*\\.ShopController\\.order;.*\\[catalogue];.*\\.CatalogueController\\.sell;.*\\[billing];"
            + ".*\\.Billing\\.sold;.*\\[mariadb];.*");

    @Option(names = "--seconds", converter = Count.class, defaultValue = "300",
            description = "Of the load (${DEFAULT-VALUE}).")
    private int seconds;

    @Option(names = "--clients", converter = Count.class, defaultValue = "8",
            description = "Visitors (${DEFAULT-VALUE}).")
    private int clients;

    @Option(names = "--think", converter = PositiveSeconds.class, defaultValue = "0.2",
            description = "Mean time between two requests of each, in seconds (${DEFAULT-VALUE}).")
    private double think;

    @Mixin
    private ServiceOptions services;

    @Option(names = "--interval", converter = Interval.class, defaultValue = "4ms",
            description = "Of the profiled run (${DEFAULT-VALUE}).")
    private String interval;

    @Option(names = "--out", defaultValue = "whodunit-spring-oracle", paramLabel = "DIR",
            description = "Directory for the recording, report.json and oracle.json (${DEFAULT-VALUE}).")
    private Path out;

    private final Checkout checkout = Checkout.here();

    public static void main(String[] args) {
        System.exit(Commands.execute(new Oracle(), args));
    }

    @Override
    public Integer call() throws Exception {
        out = Files.createDirectories(out.toAbsolutePath());
        Path recording = out.resolve("recording");
        RecordingDirectory.prepare(recording);
        Map<String, Double> alone = new HashMap<>();
        Map<String, List<Double>> sent = run(recording, alone);
        Verdict verdict = verdict(sent, alone, Report.of(checkout, recording, out),
                leadsThroughTheTopic(recording));
        verdict.print(System.out);
        Files.writeString(out.resolve("oracle.json"), verdict.toJson() + "\n");
        return verdict.agrees() ? 0 : 1;
    }

    /** @param cost is given what a request of each route costs the database alone, in milliseconds */
    private Map<String, List<Double>> run(Path recording, Map<String, Double> cost) throws Exception {
        System.err.println("oracle: starting two shops");
        try (SpringShop measured = start(null); SpringShop profiled = start(recording)) {
            System.err.println("oracle: visitors, profiled, and beside them one request after the other, alone and "
                    + "unprofiled, for " + seconds + " s");
            Alone alone = new Alone(measured, Scale.OF_THE_ORACLE, clients, think);
            Visitors visitors = new Visitors(profiled.url(), Scale.OF_THE_ORACLE, clients, think);
            Map<String, List<Double>> sent = Alongside.perform(() -> visitors.run(seconds), visitors::stop, alone,
                    alone::stop);
            profiled.awaitSales(sent.get(Shopper.ORDERS).size());
            cost.putAll(alone.millis());
            return sent;
        }
    }

    private SpringShop start(Path recording) throws Exception {
        return SpringShop.start(
                new SpringShop.Setup(checkout, services.jdk(), services.virtualThreads(), recording, interval, true),
                Scale.OF_THE_ORACLE);
    }

    private boolean leadsThroughTheTopic(Path recording) throws IOException, InterruptedException {
        Path stacks = out.resolve("stacks.txt");
        Program.run(List.of(checkout.launcher(), "export", recording.toString(), "--to", "collapsed", "-o",
                stacks.toString()), out);
        try (Stream<String> lines = Files.lines(stacks)) {
            return lines.anyMatch(THROUGH_THE_TOPIC.asMatchPredicate());
        }
    }

    private static Verdict verdict(Map<String, List<Double>> sent, Map<String, Double> alone, Report report,
            boolean oneStack) {
        List<Verdict.Route> routes = new ArrayList<>();
        long named = 0;
        for (String route : Shopper.routes()) {
            long samples = report.samples(route, "mariadb");
            named += samples;
            routes.add(new Verdict.Route(route, sent.get(route).size(), report.requests(route),
                    alone.getOrDefault(route, 0.0), samples));
        }
        return new Verdict(routes, 100.0 * named / connectionSamples(report.json()), oneStack);
    }

    /** The database's, without those of its own housekeeping. */
    private static long connectionSamples(JsonObject report) {
        JsonObject reasons = report.getAsJsonObject("unattributed").getAsJsonObject("mariadb");
        JsonElement own = reasons == null ? null : reasons.get("background thread");
        for (JsonElement e : report.getAsJsonArray("processes"))
            if (e.getAsJsonObject().get("name").getAsString().equals("mariadb"))
                return e.getAsJsonObject().get("samples").getAsLong()
                        - (own == null ? 0 : own.getAsJsonObject().get("samples").getAsLong());
        return 0;
    }
}
