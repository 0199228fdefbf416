// SPDX-License-Identifier: Apache-2.0
package whodunit.springshop.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import whodunit.harness.Checkout;
import whodunit.harness.RecordingDirectory;
import whodunit.harness.option.Commands;
import whodunit.harness.option.Count;
import whodunit.harness.option.Interval;
import whodunit.harness.option.Seconds;
import whodunit.springshop.load.Scale;
import whodunit.springshop.load.Visitors;
import whodunit.springshop.run.ServiceOptions;
import whodunit.springshop.run.SpringShop;

@Command(name = "whodunit demo --spring", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Runs a shop of two services on Spring Boot and a real MariaDB under load, records all three, "
                + "and tells which of the front end's routes burn the database's CPU behind the second service.")
public final class SpringDemo implements Callable<Integer> {
    private static final int WARM_UP_SECONDS = 5;

    @Option(names = "--seconds", converter = Count.class, defaultValue = "30",
            description = "Length of the measured load (${DEFAULT-VALUE}).")
    private int seconds;

    @Option(names = "--clients", converter = Count.class, defaultValue = "8",
            description = "Visitors (${DEFAULT-VALUE}).")
    private int clients;

    @Option(names = "--think", converter = Seconds.class, defaultValue = "0.05",
            description = "Mean think time in seconds (${DEFAULT-VALUE}).")
    private double think;

    @Mixin
    private ServiceOptions services;

    @Option(names = "--interval", converter = Interval.class, defaultValue = "4ms",
            description = "Sampling interval (${DEFAULT-VALUE}).")
    private String interval;

    @Option(names = "--no-profile", description = "Run the shop without the profiler.")
    private boolean noProfile;

    @Option(names = "--out", defaultValue = "whodunit-spring-demo", paramLabel = "DIR",
            description = "Where recording and reports go (${DEFAULT-VALUE}).")
    private Path out;

    private final Checkout checkout = Checkout.here();

    public static void main(String[] args) {
        System.exit(Commands.execute(new SpringDemo(), args));
    }

    @Override
    public Integer call() throws Exception {
        String jdk = services.jdk();
        out = Files.createDirectories(out.toAbsolutePath());
        Path recording = out.resolve("recording");
        RecordingDirectory.prepare(recording);
        say("starting MariaDB and two services");
        long started = System.nanoTime();
        try (SpringShop shop = SpringShop.start(
                new SpringShop.Setup(checkout, jdk, services.virtualThreads(), noProfile ? null : recording, interval,
                        false),
                Scale.OF_THE_DEMO)) {
            Visitors visitors = new Visitors(shop.url(), Scale.OF_THE_DEMO, clients, think);
            say("started after %.1f s; %d visitors, %d s after %d s of warm-up", (System.nanoTime() - started) / 1e9,
                    clients, seconds, WARM_UP_SECONDS);
            visitors.run(WARM_UP_SECONDS);
            say("measuring");
            print(visitors.run(seconds));
            say("stopping");
        }
        return noProfile ? 0 : report(recording);
    }

    private void print(Map<String, List<Double>> times) {
        System.out.printf("%n%-40s %10s %14s%n", "route", "requests/s", "mean time, ms");
        times.forEach((route, milliseconds) -> System.out.printf("%-40s %10.1f %14.1f%n", route,
                (double) milliseconds.size() / seconds,
                milliseconds.stream().mapToDouble(Double::doubleValue).average().orElse(0)));
    }

    private int report(Path recording) throws IOException, InterruptedException {
        say("reading the recording");
        System.out.println();
        Path json = out.resolve("report.json"), html = out.resolve("report.html"), graph = out.resolve("graph.svg");
        int status = checkout.whodunit("report", recording.toString());
        status |= checkout.whodunit("report", recording.toString(), "--format", "json", "-o", json.toString());
        status |= checkout.whodunit("report", recording.toString(), "--format", "html", "-o", html.toString());
        status |= checkout.whodunit("graph", recording.toString(), "-o", graph.toString());
        System.out.printf("%nThe report: %s%nThe graph:  %s%n            %s%n", html, graph, json);
        String recorded = Files.readString(json);
        for (String tier : SpringShop.TIERS)
            if (!recorded.contains("\"name\": \"" + tier + "\"")) {
                System.err.println("whodunit demo --spring: " + tier + " has recorded nothing");
                return 1;
            }
        return status;
    }

    private static void say(String format, Object... arguments) {
        System.err.println("demo: " + format.formatted(arguments));
    }
}
