package whodunit.tpcw.demo;

import java.io.IOException;
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
import whodunit.tpcw.load.Load;
import whodunit.tpcw.load.Mix;
import whodunit.tpcw.load.Results;
import whodunit.tpcw.run.Bookstore;
import whodunit.tpcw.run.Shell;

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

    @Option(names = "--engine", defaultValue = "ctimer", description = "Sampling engine: ctimer, cpu-clock or wall (${DEFAULT-VALUE}).")
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

    private final Path home = Path.of(System.getenv().getOrDefault("WHODUNIT_HOME", ".")).toAbsolutePath();

    public static void main(String[] args) {
        System.exit(new CommandLine(new Demo()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        out = Files.createDirectories(out.toAbsolutePath());
        Path recording = out.resolve("recording");
        Shell.delete(recording);
        Files.createDirectories(recording);
        Scale scale = Scale.of(items, 10, engines);
        Bookstore.Profiler profiler = noProfile ? Bookstore.Profiler.NONE : Bookstore.Profiler.WHODUNIT;
        say("starting MariaDB and Tomcat");
        long started = System.nanoTime();
        try (Bookstore shop = Bookstore.start(new Bookstore.Setup(home, jdk, scale, profiler, engine, interval, recording).withCache(cache), keep)) {
            say("started after %.1f s; %d browsers, mix %s, %d s after 10 s of warm-up", (System.nanoTime() - started) / 1e9, clients, mix, seconds);
            Load load = new Load(shop.tomcat.url(), scale, new Mix(mix), clients, think, 1);
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
        int status = whodunit(List.of("report", recording.toString()));
        status |= whodunit(List.of("report", recording.toString(), "--format", "json", "-o", out.resolve("report.json").toString()));
        status |= whodunit(List.of("report", recording.toString(), "--format", "html", "-o", out.resolve("report.html").toString()));
        status |= whodunit(List.of("export", recording.toString(), "--to", "pprof", "-o", out.resolve("profile.pb.gz").toString()));
        System.out.println();
        System.out.println("The report: " + out.resolve("report.html"));
        System.out.println("            " + out.resolve("report.json") + ", " + out.resolve("profile.pb.gz"));
        String json = Files.readString(out.resolve("report.json"));
        if (!json.contains("\"name\": \"tomcat\"") || !json.contains("\"name\": \"mariadb\"")) {
            System.err.println("whodunit demo: a tier has recorded nothing; run with --keep and look into its log");
            return 1;
        }
        return status;
    }

    private int whodunit(List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(home.resolve("whodunit").toString()));
        command.addAll(arguments);
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }

    private static void say(String format, Object... arguments) {
        System.err.println("demo: " + format.formatted(arguments));
    }
}
