// SPDX-License-Identifier: Apache-2.0
package whodunit.lamp.demo;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import whodunit.harness.Checkout;
import whodunit.harness.DemoReports;
import whodunit.harness.RecordingDirectory;
import whodunit.harness.Results;
import whodunit.harness.option.Commands;
import whodunit.harness.option.Count;
import whodunit.harness.option.Engine;
import whodunit.harness.option.Interval;
import whodunit.harness.option.Seconds;
import whodunit.lamp.load.Content;
import whodunit.lamp.load.Load;
import whodunit.lamp.load.Visitors;
import whodunit.lamp.run.Site;

@Command(name = "whodunit demo --lamp", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Runs Debian's WordPress on nginx, php-fpm and MariaDB under load of readers, searchers, "
                + "commenters and an editor, records all three, and tells which kind of request burns which tier. "
                + "None of the three is changed, nor is what they send to each other.")
public final class LampDemo implements Callable<Integer> {
    private static final int WARM_UP_SECONDS = 5;

    @Option(names = "--seconds", converter = Count.class, defaultValue = "30",
            description = "Length of the measured window (${DEFAULT-VALUE}).")
    private int seconds;

    @Option(names = "--posts", converter = Count.class, defaultValue = "1000",
            description = "In the database (${DEFAULT-VALUE}).")
    private int posts;

    @Option(names = "--readers", converter = Count.class, defaultValue = "8",
            description = "Visitors who read (${DEFAULT-VALUE}).")
    private int readers;

    @Option(names = "--searchers", converter = Count.class, defaultValue = "2",
            description = "Visitors who search (${DEFAULT-VALUE}).")
    private int searchers;

    @Option(names = "--commenters", converter = Count.class, defaultValue = "1",
            description = "Visitors who comment (${DEFAULT-VALUE}).")
    private int commenters;

    @Option(names = "--editors", converter = Count.class, defaultValue = "1",
            description = "Who are logged in and change posts (${DEFAULT-VALUE}).")
    private int editors;

    @Option(names = "--think", converter = Seconds.class, defaultValue = "0.3",
            description = "Mean time between two requests of a visitor, in seconds (${DEFAULT-VALUE}).")
    private double think;

    @Option(names = "--workers", converter = Count.class, defaultValue = "4",
            description = "Processes of php-fpm that serve (${DEFAULT-VALUE}).")
    private int workers;

    @Option(names = "--engine", defaultValue = "ctimer", converter = Engine.class,
            description = "Sampling engine: ctimer, cpu-clock or wall (${DEFAULT-VALUE}).")
    private String engine;

    @Option(names = "--interval", converter = Interval.class, defaultValue = "4ms",
            description = "Sampling interval (${DEFAULT-VALUE}).")
    private String interval;

    @Option(names = "--out", defaultValue = "whodunit-lamp-demo", paramLabel = "DIR",
            description = "Where recording and reports go (${DEFAULT-VALUE}).")
    private Path out;

    @Option(names = "--keep", description = "Keep the servers' directory and logs.")
    private boolean keep;

    @Option(names = "--no-profile", description = "Run WordPress without the profiler.")
    private boolean noProfile;

    private final Checkout checkout = Checkout.here();

    public static void main(String[] args) {
        System.exit(Commands.execute(new LampDemo(), args));
    }

    @Override
    public Integer call() throws Exception {
        out = Files.createDirectories(out.toAbsolutePath());
        Path recording = out.resolve("recording");
        RecordingDirectory.prepare(recording);
        Visitors visitors = new Visitors(readers, searchers, commenters, editors);
        say("starting MariaDB, php-fpm and nginx");
        long started = System.nanoTime();
        try (Site site = Site.start(
                new Site.Setup(checkout, posts, workers, noProfile ? null : recording, engine, interval, null), keep)) {
            say("started after %.1f s; %d visitors, %d s after %d s of warm-up", (System.nanoTime() - started) / 1e9,
                    visitors.all(), seconds, WARM_UP_SECONDS);
            Load load = new Load(visitors.make(site.url(), new Content(posts), 1), think);
            Results results = load.run(WARM_UP_SECONDS, seconds, () -> say("measuring"));
            say("measured");
            results.print(System.out, "requests", "per second");
            say("stopping");
        }
        if (noProfile)
            return 0;
        say("reading the recording");
        return DemoReports.write("whodunit demo --lamp", checkout, out, Site.TIERS);
    }

    private static void say(String format, Object... arguments) {
        System.err.println("demo: " + format.formatted(arguments));
    }
}
