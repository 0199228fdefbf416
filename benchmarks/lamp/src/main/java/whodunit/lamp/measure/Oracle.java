// SPDX-License-Identifier: Apache-2.0
package whodunit.lamp.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import whodunit.harness.Alongside;
import whodunit.harness.Checkout;
import whodunit.harness.RecordingDirectory;
import whodunit.harness.Results;
import whodunit.harness.option.Commands;
import whodunit.harness.option.Count;
import whodunit.harness.option.Engine;
import whodunit.harness.option.Interval;
import whodunit.harness.option.PositiveSeconds;
import whodunit.harness.oracle.Report;
import whodunit.lamp.load.Content;
import whodunit.lamp.load.FirstComer;
import whodunit.lamp.load.Load;
import whodunit.lamp.load.Route;
import whodunit.lamp.load.Visitor;
import whodunit.lamp.load.Visitors;
import whodunit.lamp.run.Site;

@Command(name = "oracle", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Holds the profiler against a truth. One WordPress serves visitors, profiled. At the same time, "
                + "on the same machine, a second one without a profiler measures what each request costs each tier "
                + "alone: visitors like those of the first, at the same pace, take turns, a request at a time, and "
                + "the kernel's count of the servers' CPU is read after each. That and the visitors' own count of "
                + "requests predict the routes' shares; these are printed beside the report's, and for php and MariaDB "
                + "also what their workers count themselves among the others' requests. Ends with status 1 if "
                + "php's or MariaDB's share is off by more than 10%% for a route above 2%%, if a request is not "
                + "counted, or if less than 95%% of their CPU, 90%% of nginx's, belongs to the routes.")
public final class Oracle implements Callable<Integer> {
    @Option(names = "--seconds", converter = Count.class, defaultValue = "180",
            description = "Of the run, about (${DEFAULT-VALUE}).")
    private int seconds;

    @Option(names = "--posts", converter = Count.class, defaultValue = "1000",
            description = "In the database (${DEFAULT-VALUE}).")
    private int posts;

    @Option(names = "--think", converter = PositiveSeconds.class, defaultValue = "0.8",
            description = "Mean time between two requests of each of the 12 visitors, in seconds (${DEFAULT-VALUE}).")
    private double think;

    @Option(names = "--engine", converter = Engine.class, defaultValue = "ctimer",
            description = "Of the profiled run (${DEFAULT-VALUE}).")
    private String engine;

    @Option(names = "--interval", converter = Interval.class, defaultValue = "4ms",
            description = "Of the profiled run (${DEFAULT-VALUE}).")
    private String interval;

    @Option(names = "--out", defaultValue = "whodunit-lamp-oracle",
            description = "Directory for the recording, report.json and oracle.json (${DEFAULT-VALUE}).")
    private Path out;

    private static final Visitors VISITORS = new Visitors(8, 2, 1, 1);
    private static final int WORKERS = 4;
    /** php compiles files that are younger than two seconds anew for each request. */
    private static final long FILES_SETTLE_MILLIS = 3000;

    private final Checkout checkout = Checkout.here();

    public static void main(String[] args) {
        System.exit(Commands.execute(new Oracle(), args));
    }

    @Override
    public Integer call() throws Exception {
        out = Files.createDirectories(out.toAbsolutePath());
        Map<Route, Map<String, Cost>> alone = new HashMap<>();
        Map<String, Integer> mixed = run(alone);
        Verdict verdict = verdict(mixed, alone, Report.of(checkout, out.resolve("recording"), out));
        AmongOthers.millis(out.resolve("clock.txt")).forEach(verdict::addAmongOthers);
        verdict.print(System.out);
        Files.writeString(out.resolve("oracle.json"), verdict.toJson() + "\n");
        return verdict.agrees() ? 0 : 1;
    }

    private static Verdict verdict(Map<String, Integer> mixed, Map<Route, Map<String, Cost>> alone, Report report) {
        Verdict verdict = new Verdict();
        for (String tier : Site.TIERS) {
            double named = 0;
            for (Route route : Route.values()) {
                String type = route.type();
                int sent = mixed.get(type);
                if (sent == 0)
                    continue;
                named += report.cpuPercent(type, tier);
                if (route == Route.NOTHING) // both sites begin with it, for no other to be dear
                    continue;
                verdict.add(new Verdict.Row(tier, type, sent, report.requests(type),
                        alone.getOrDefault(route, Map.of()).getOrDefault(tier, Cost.NONE),
                        report.samples(type, tier)));
            }
            verdict.addNamed(tier, named);
        }
        return verdict;
    }

    /**
     * How often each route was asked for.
     *
     * @param cost is given what a request of each route costs each tier alone
     */
    private Map<String, Integer> run(Map<Route, Map<String, Cost>> cost) throws Exception {
        Path recording = out.resolve("recording"), clock = out.resolve("clock.txt");
        RecordingDirectory.prepare(recording);
        Path unread = out.resolve("clock-alone.txt"); // the writing has its price on both
        Files.deleteIfExists(clock);
        Files.deleteIfExists(unread);
        Content content = new Content(posts);
        Map<String, Integer> counts;
        try (Site measured = start(null, unread); Site profiled = start(recording, clock)) {
            System.err.println("oracle: visitors, profiled, and beside them one request after the other, alone and "
                    + "unprofiled; about " + seconds + " s");
            Alone alone = new Alone(measured,
                    VISITORS.make(measured.url(), content, 1000), think);
            Load load = new Load(VISITORS.make(profiled.url(), content, 1), think);
            Thread.sleep(FILES_SETTLE_MILLIS);
            visitFirst(measured, content);
            counts = visitFirst(profiled, content);
            Results others = Alongside.perform(() -> load.perform((int) Math.ceil(seconds / think)), load::stop, alone,
                    alone::stop);
            others.counts().forEach((route, n) -> counts.merge(route, n, Integer::sum));
            cost.putAll(alone.costs());
        }
        return counts;
    }

    /** All workers have worked then. */
    private static Map<String, Integer> visitFirst(Site site, Content content) throws Exception {
        return new Load(Collections.nCopies(WORKERS, site.url()).stream()
                .map(url -> (Visitor) new FirstComer(url, content)).toList(), 0).perform(2).counts();
    }

    private Site start(Path recording, Path clock) throws Exception {
        return Site.start(new Site.Setup(checkout, posts, WORKERS, recording, engine, interval, clock), false);
    }
}
