// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.demo;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import whodunit.harness.Checkout;
import whodunit.harness.DemoReports;
import whodunit.harness.RecordingDirectory;
import whodunit.harness.option.Commands;
import whodunit.harness.option.Count;
import whodunit.harness.option.Engine;
import whodunit.harness.option.Interval;
import whodunit.harness.option.Seconds;
import whodunit.tpcw.data.Scale;
import whodunit.tpcw.load.Load;
import whodunit.tpcw.load.Mix;
import whodunit.tpcw.load.MixName;
import whodunit.harness.Results;
import whodunit.tpcw.run.Bookstore;
import whodunit.tpcw.run.Database;
import whodunit.tpcw.run.Front;

@Command(name = "whodunit demo", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Runs the TPC-W bookstore on a real Tomcat and a real MariaDB, or PostgreSQL, under load, "
                + "records both, and tells which of its fourteen request types burn the database's CPU.")
public final class Demo implements Callable<Integer> {
    @Option(names = "--postgres", description = "PostgreSQL in place of MariaDB.")
    private boolean postgres;

    @Option(names = "--seconds", converter = Count.class, defaultValue = "60",
            description = "Length of the measured window (${DEFAULT-VALUE}).")
    private int seconds;

    @Option(names = "--mix", converter = MixName.class, defaultValue = "browsing",
            description = "browsing, shopping or ordering (${DEFAULT-VALUE}).")
    private String mix;

    @Option(names = "--clients", converter = Count.class, defaultValue = "60",
            description = "Emulated browsers (${DEFAULT-VALUE}).")
    private int clients;

    @Option(names = "--think", converter = Seconds.class, defaultValue = "0.15",
            description = "Mean think time in seconds (${DEFAULT-VALUE}; the specification's is 7).")
    private double think;

    @Option(names = "--items", converter = Count.class, defaultValue = "10000",
            description = "Books in the shop (${DEFAULT-VALUE}).")
    private int items;

    @Option(names = "--table-engine", paramLabel = "TABLE=ENGINE",
            description = "Storage engine of a table (item=MyISAM, as in the paper; others InnoDB).")
    private Map<String, String> engines;

    @Option(names = "--cache",
            description = "Let the two search pages keep their results (BestSellers and subjects for 30 s, "
                    + "authors and titles for good).")
    private boolean cache;

    @Option(names = "--proxy", description = "Put a caching proxy in front, as a third tier.")
    private boolean proxied;

    @Option(names = "--apache", description = "Put Apache in front, as a third tier, by mod_proxy_http.")
    private boolean apache;

    @Option(names = "--ajp", description = "With --apache: by mod_proxy_ajp instead.")
    private boolean ajp;

    @Option(names = "--engine", defaultValue = "ctimer", converter = Engine.class,
            description = "Sampling engine: ctimer, cpu-clock or wall (${DEFAULT-VALUE}).")
    private String engine;

    @Option(names = "--interval", converter = Interval.class, defaultValue = "4ms",
            description = "Sampling interval (${DEFAULT-VALUE}).")
    private String interval;

    @Option(names = "--jdk", paramLabel = "PATH", description = "JDK that runs Tomcat (the one that runs this).")
    private String jdk = System.getProperty("java.home");

    @Option(names = "--out", defaultValue = "whodunit-demo", paramLabel = "DIR",
            description = "Where recording and reports go (${DEFAULT-VALUE}).")
    private Path out;

    @Option(names = "--keep", description = "Keep the servers' directories and logs.")
    private boolean keep;

    @Option(names = "--no-profile", description = "Run the bookstore without the profiler.")
    private boolean noProfile;

    @Spec
    private CommandSpec spec;

    private final Checkout checkout = Checkout.here();

    public static void main(String[] args) {
        System.exit(Commands.execute(new Demo(), args));
    }

    @Override
    public Integer call() throws Exception {
        if (!Files.isExecutable(Path.of(jdk, "bin", "java")))
            throw new ParameterException(spec.commandLine(), "--jdk: there is no bin/java in '" + jdk + "'");
        Front front = front();
        Database database = postgres ? Database.POSTGRESQL : Database.MARIADB;
        if (postgres && engines != null)
            throw new ParameterException(spec.commandLine(), "--table-engine: PostgreSQL has but one");
        out = Files.createDirectories(out.toAbsolutePath());
        Path recording = out.resolve("recording");
        RecordingDirectory.prepare(recording);
        Path recorded = front.dropsRoot() ? RecordingDirectory.forAllUsers(recording) : recording;
        Scale scale = Scale.of(items, 10, engines != null ? engines : database.paperEngines());
        Bookstore.Profiler profiler = noProfile ? Bookstore.Profiler.NONE : Bookstore.Profiler.WHODUNIT;
        say("starting %s%s", database.title, switch (front) {
            case NONE -> " and Tomcat";
            case PROXY -> ", Tomcat and the proxy";
            default -> ", Tomcat and Apache";
        });
        long started = System.nanoTime();
        try (Bookstore shop = Bookstore
                .start(new Bookstore.Setup(checkout.home(), jdk, scale, profiler, engine, interval, recorded)
                        .withCache(cache).behind(front).with(database), keep)) {
            say("started after %.1f s; %d browsers, mix %s, %d s after 10 s of warm-up",
                    (System.nanoTime() - started) / 1e9, clients, mix, seconds);
            Load load = new Load(shop.url(), scale, new Mix(mix), clients, think, 1);
            Results results = load.run(10, seconds, new Progress());
            results.print(System.out, "interactions", "WIPS");
            say("stopping");
        }
        RecordingDirectory.move(recorded, recording);
        if (noProfile)
            return 0;
        say("reading the recording");
        return DemoReports.write("whodunit demo", checkout, out, front.tiers(database));
    }

    private Front front() {
        if (proxied && apache)
            throw new ParameterException(spec.commandLine(), "--proxy and --apache: there is one tier in front");
        if (ajp && !apache)
            throw new ParameterException(spec.commandLine(), "--ajp: it is Apache that speaks it; see --apache");
        if (apache)
            return ajp ? Front.APACHE_AJP : Front.APACHE_HTTP;
        return proxied ? Front.PROXY : Front.NONE;
    }

    private static final class Progress implements Load.Window {
        @Override
        public void opens() {
            say("measuring");
        }

        @Override
        public void closes() {
            say("measured");
        }
    }

    private static void say(String format, Object... arguments) {
        System.err.println("demo: " + format.formatted(arguments));
    }
}
