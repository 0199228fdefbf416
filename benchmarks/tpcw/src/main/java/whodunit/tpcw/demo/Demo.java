package whodunit.tpcw.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import whodunit.harness.Checkout;
import whodunit.harness.DirectoryTree;
import whodunit.tpcw.data.Scale;
import whodunit.tpcw.load.Load;
import whodunit.tpcw.load.Mix;
import whodunit.tpcw.load.Results;
import whodunit.tpcw.run.Bookstore;

@Command(name = "whodunit demo", mixinStandardHelpOptions = true, sortOptions = false,
        description = "Runs the TPC-W bookstore on a real Tomcat and a real MariaDB under load, records both, and tells which of its "
                + "fourteen request types burn the database's CPU.")
public final class Demo implements Callable<Integer> {
    @Option(names = "--seconds", defaultValue = "60", description = "Length of the measured window (${DEFAULT-VALUE}).")
    private int seconds;

    @Option(names = "--mix", defaultValue = "browsing", description = "browsing, shopping or ordering (${DEFAULT-VALUE}).")
    private String mix;

    @Option(names = "--clients", defaultValue = "60", description = "Emulated browsers (${DEFAULT-VALUE}).")
    private int clients;

    @Option(names = "--think", defaultValue = "0.15", description = "Mean think time in seconds (${DEFAULT-VALUE}; the specification's is 7).")
    private double think;

    @Option(names = "--items", defaultValue = "10000", description = "Books in the shop (${DEFAULT-VALUE}).")
    private int items;

    @Option(names = "--table-engine", paramLabel = "TABLE=ENGINE", description = "Storage engine of a table (item=MyISAM, as in the paper; others InnoDB).")
    private Map<String, String> engines = Map.of("item", "MyISAM");

    @Option(names = "--cache", description = "Let the two search pages keep their results (BestSellers and subjects for 30 s, authors and titles for good).")
    private boolean cache;

    @Option(names = "--proxy", description = "Put a caching proxy in front, as a third tier.")
    private boolean proxied;

    @Option(names = "--engine", defaultValue = "ctimer", converter = Engine.class, description = "Sampling engine: ctimer, cpu-clock or wall (${DEFAULT-VALUE}).")
    private String engine;

    @Option(names = "--interval", defaultValue = "4ms", description = "Sampling interval (${DEFAULT-VALUE}).")
    private String interval;

    @Option(names = "--jdk", paramLabel = "PATH", description = "JDK that runs Tomcat (the one that runs this).")
    private String jdk = System.getProperty("java.home");

    @Option(names = "--out", defaultValue = "whodunit-demo", paramLabel = "DIR", description = "Where recording and reports go (${DEFAULT-VALUE}).")
    private Path out;

    @Option(names = "--keep", description = "Keep the servers' directories and logs.")
    private boolean keep;

    @Option(names = "--no-profile", description = "Run the bookstore without the profiler.")
    private boolean noProfile;

    @Spec
    private CommandSpec spec;

    private final Checkout checkout = Checkout.here();

    public static void main(String[] args) {
        CommandLine line = new CommandLine(new Demo());
        line.setExecutionExceptionHandler((e, commandLine, parsed) -> {
            if (!(e instanceof IOException || e instanceof SQLException))
                throw e;
            System.err.println("whodunit demo: " + e.getMessage());
            return 1;
        });
        System.exit(line.execute(args));
    }

    /** A sampling engine's name; a wrong one shall be told before servers start. */
    static final class Engine implements CommandLine.ITypeConverter<String> {
        @Override
        public String convert(String name) {
            if (!List.of("ctimer", "cpu-clock", "wall").contains(name))
                throw new CommandLine.TypeConversionException("it is ctimer, cpu-clock or wall, not '" + name + "'");
            return name;
        }
    }

    private CommandLine.ParameterException wrong(String option, String what) {
        return new CommandLine.ParameterException(spec.commandLine(), option + ": " + what);
    }

    private Mix mix() {
        try {
            return new Mix(mix);
        } catch (IllegalArgumentException e) {
            throw wrong("--mix", e.getMessage());
        }
    }

    @Override
    public Integer call() throws Exception {
        Mix steps = mix();
        if (!Files.isExecutable(Path.of(jdk, "bin", "java")))
            throw wrong("--jdk", "there is no bin/java in '" + jdk + "'");
        out = Files.createDirectories(out.toAbsolutePath());
        Path recording = out.resolve("recording");
        DirectoryTree.delete(recording);
        Files.createDirectories(recording);
        Scale scale = Scale.of(items, 10, engines);
        Bookstore.Profiler profiler = noProfile ? Bookstore.Profiler.NONE : Bookstore.Profiler.WHODUNIT;
        say("starting MariaDB%s", proxied ? ", Tomcat and the proxy" : " and Tomcat");
        long started = System.nanoTime();
        try (Bookstore shop = Bookstore.start(new Bookstore.Setup(checkout.home(), jdk, scale, profiler, engine, interval, recording).withCache(cache).withProxy(proxied), keep)) {
            say("started after %.1f s; %d browsers, mix %s, %d s after 10 s of warm-up", (System.nanoTime() - started) / 1e9, clients, mix, seconds);
            Load load = new Load(shop.url(), scale, steps, clients, think, 1);
            Results results = load.run(10, seconds, new Progress());
            results.print(System.out);
            say("stopping");
        }
        if (noProfile)
            return 0;
        return report(recording);
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

    private int report(Path recording) throws IOException, InterruptedException {
        say("reading the recording");
        System.out.println();
        int status = checkout.whodunit("report", recording.toString());
        status |= checkout.whodunit("report", recording.toString(), "--format", "json", "-o", out.resolve("report.json").toString());
        status |= checkout.whodunit("report", recording.toString(), "--format", "html", "-o", out.resolve("report.html").toString());
        status |= checkout.whodunit("graph", recording.toString(), "-o", out.resolve("graph.svg").toString());
        status |= checkout.whodunit("export", recording.toString(), "--to", "pprof", "-o", out.resolve("profile.pb.gz").toString());
        System.out.println();
        System.out.println("The report: " + out.resolve("report.html"));
        System.out.println("The graph:  " + out.resolve("graph.svg"));
        System.out.println("            " + out.resolve("report.json") + ", " + out.resolve("profile.pb.gz"));
        String json = Files.readString(out.resolve("report.json"));
        for (String tier : proxied ? List.of("proxy", "tomcat", "mariadb") : List.of("tomcat", "mariadb"))
            if (!json.contains("\"name\": \"" + tier + "\"")) {
                System.err.println("whodunit demo: " + tier + " has recorded nothing; run with --keep and look into its log");
                return 1;
            }
        return status;
    }

    private static void say(String format, Object... arguments) {
        System.err.println("demo: " + format.formatted(arguments));
    }
}
