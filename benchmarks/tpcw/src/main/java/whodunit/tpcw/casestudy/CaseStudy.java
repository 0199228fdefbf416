// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.casestudy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import whodunit.harness.Checkout;
import whodunit.harness.option.Commands;
import whodunit.harness.option.Count;
import whodunit.harness.option.Seconds;
import whodunit.tpcw.run.Database;
import whodunit.tpcw.run.DatabaseName;
import whodunit.tpcw.run.Processors;

@Command(name = "casestudy", mixinStandardHelpOptions = true, sortOptions = false,
        description = {
                "The paper's case study (section 8.4) on this machine: profiles the bookstore with item as MyISAM, "
                        + "shows the database's CPU by request type and who waits for whom, and applies the cures: "
                        + "InnoDB for item, then caches for the two search pages. PostgreSQL (--db postgres) locks "
                        + "rows from the start, and gets the caches only.",
                "Writes casestudy.json, points.csv, crosstalk.csv, the profiler's reports and plots (SVG)."},
        footer = {"",
                "An interrupted study goes on with --resume. Files are written after each point, so Ctrl-C stops the "
                        + "servers and keeps what is measured."})
public final class CaseStudy implements Callable<Integer> {
    /** What it consists of. */
    enum Part { crosstalk, myisam, innodb, cached, postgres, postgres_cached }

    @Option(names = "--db", converter = DatabaseName.class, defaultValue = "mariadb",
            description = "mariadb or postgres (${DEFAULT-VALUE}).")
    private Database database;

    @Option(names = "--part", split = ",", paramLabel = "PART",
            description = {"Only these, by commas (all of the database).",
                    "crosstalk: the profiled runs, MariaDB's with both engines;",
                    "myisam, innodb, cached; postgres, postgres_cached: response times and throughput of that "
                            + "variant."})
    private List<Part> parts = List.of(Part.values());

    @Option(names = "--clients", converter = Count.class, split = ",", paramLabel = "N",
            description = "Emulated browsers of the sweep, by commas (100,200,300,400,600,900,1200,1500,1800).")
    private List<Integer> clients = List.of(100, 200, 300, 400, 600, 900, 1200, 1500, 1800);

    @Option(names = "--seconds", converter = Count.class, defaultValue = "40",
            description = "Measured window for each number of clients (${DEFAULT-VALUE}).")
    private int seconds;

    @Option(names = "--warm-up", defaultValue = "10", description = "Seconds before each window (${DEFAULT-VALUE}).")
    private int warmUp;

    @Option(names = "--profiled-clients", converter = Count.class, defaultValue = "300",
            description = "Emulated browsers of the profiled runs (${DEFAULT-VALUE}).")
    private int profiledClients;

    @Option(names = "--profiled-seconds", converter = Count.class, defaultValue = "120",
            description = "Window of the profiled runs (${DEFAULT-VALUE}).")
    private int profiledSeconds;

    @Option(names = "--think", converter = Seconds.class, defaultValue = "0.5",
            description = "Mean think time in seconds (${DEFAULT-VALUE}; the specification's is 7: "
                    + "a client here is worth fourteen).")
    private double think;

    @Option(names = "--admin-every", converter = Seconds.class, defaultValue = "1", paramLabel = "SECONDS",
            description = {"Mean pause of one more browser that only does AdminConfirm "
                    + "(${DEFAULT-VALUE}; 0: none).",
                    "The mix has one AdminConfirm in 1100 interactions, too few for a bounded run."})
    private double adminEvery;

    @Option(names = "--items", converter = Count.class, defaultValue = "10000",
            description = "Books in the shop (${DEFAULT-VALUE}).")
    private int items;

    @Option(names = "--database-processors", paramLabel = "LIST",
            description = "Processors of the database, as for taskset (the first).")
    private String databaseProcessors;

    @Option(names = "--web-processors", paramLabel = "LIST",
            description = "Processors of Tomcat and browsers (the others).")
    private String webProcessors;

    @Option(names = "--quick",
            description = "A rehearsal of some five minutes: few clients, short windows. For the shape, "
                    + "not for figures.")
    private boolean quick;

    @Option(names = "--resume", description = "Keep what is in --out, and measure what is missing.")
    private boolean resume;

    @Option(names = "--out", defaultValue = "whodunit-casestudy", paramLabel = "DIR",
            description = "Where results go (${DEFAULT-VALUE}).")
    private Path out;

    private final Path home = Checkout.here().home();

    public static void main(String[] args) {
        System.exit(Commands.execute(new CaseStudy(), args));
    }

    @Override
    public Integer call() throws Exception {
        out = Files.createDirectories(out.toAbsolutePath());
        Path results = out.resolve("casestudy.json");
        if (!resume)
            Files.deleteIfExists(results);
        Study study = Study.load(results);
        Plan plan = plan();
        if (study.plan != null && !plan.comparable(study.plan)) {
            System.err.println("casestudy: what is in " + out
                    + " was measured with other options, so it cannot be gone on with; leave out --resume, "
                    + "or use another --out");
            return 2;
        }
        study.plan = plan;
        plan.processors().moveHere();
        List<Variant> sweeps = new ArrayList<>();
        for (Variant v : Variant.of(database))
            if (parts.contains(Part.valueOf(v.key())))
                sweeps.add(v);
        say("about %.0f minutes; results go to %s", minutes(plan, study, sweeps), out);
        if (parts.contains(Part.crosstalk))
            for (Variant v : profiled())
                profile(plan, study, v, results);
        for (Variant v : sweeps)
            sweep(plan, study, v, results);
        keep(study, results);
        study.reports.forEach((variant, report) -> {
            System.out.println("findings, " + variant + ":");
            report.findings().forEach(f -> System.out.println("  " + f));
        });
        study.conclusions.print(System.out);
        return 0;
    }

    private Plan plan() throws IOException {
        Processors split = Processors.split();
        Processors processors = new Processors(databaseProcessors != null ? databaseProcessors : split.database(),
                webProcessors != null ? webProcessors : split.web());
        return quick ? new Plan(List.of(50, 200), 5, 10, profiledClients, 20, think, adminEvery, items, processors)
                : new Plan(clients, warmUp, seconds, profiledClients, profiledSeconds, think, adminEvery, items,
                        processors);
    }

    private double minutes(Plan plan, Study study, List<Variant> sweeps) {
        double total = 0;
        if (parts.contains(Part.crosstalk))
            total += (profiled().size() - study.reports.size()) * (plan.warmUp() + plan.profiledSeconds() + 30.0);
        for (Variant v : sweeps)
            total += 20.0 + (v.cached ? 30 : 0)
                    + missing(plan, study, v).size() * (plan.warmUp() + plan.seconds() + 1.0);
        return total / 60;
    }

    /** Those that differ in who waits for whom. */
    private List<Variant> profiled() {
        return Variant.of(database).stream().filter(v -> !v.cached).toList();
    }

    private static List<Integer> missing(Plan plan, Study study, Variant variant) {
        return plan.clients().stream().filter(n -> study.of(variant).stream().noneMatch(p -> p.clients() == n))
                .toList();
    }

    private void profile(Plan plan, Study study, Variant variant, Path results) throws Exception {
        if (study.reports.containsKey(variant.key()))
            return;
        say("%s, profiled: %d clients, %d s", variant.title, plan.profiledClients(), plan.profiledSeconds());
        study.add(variant, Profiled.run(home, plan, variant, out));
        keep(study, results);
    }

    private void sweep(Plan plan, Study study, Variant variant, Path results) throws Exception {
        List<Integer> missing = missing(plan, study, variant);
        if (missing.isEmpty())
            return;
        say("%s: %s clients, %d s each", variant.title, missing, plan.seconds());
        new Sweep(home, plan, variant).run(missing, p -> {
            say("%s, %d clients: %.1f interactions/s, mean response %.1f ms, AdminConfirm %.1f ms, "
                    + "database %.2f CPU, Tomcat %.2f CPU",
                    variant.title, p.clients(), p.perSecond(), p.responseMs(), p.adminConfirmMs(), p.databaseCpu(),
                    p.webCpu());
            study.add(p);
            keep(study, results);
        });
    }

    /** After each step: an interrupted study leaves tables and plots of what was measured. */
    private void keep(Study study, Path results) throws IOException {
        study.save(results);
        study.writeCsv(out);
        plot(study);
    }

    private void plot(Study study) throws IOException {
        String x = "clients (mean think time " + think + " s)";
        chart(study, new Chart("AdminConfirm: response time (paper: Figure 11)", x, "mean response time, ms"),
                Point::adminConfirmMs)
                .write(out.resolve("adminconfirm.svg"));
        chart(study, new Chart("All interactions: response time (paper: Figure 11)", x, "mean response time, ms"),
                Point::responseMs)
                .write(out.resolve("response.svg"));
        chart(study, new Chart("Throughput (paper: Figure 12)", x, "interactions per second"), Point::perSecond)
                .write(out.resolve("throughput.svg"));
    }

    private static Chart chart(Study study, Chart chart, ToDoubleFunction<Point> y) {
        for (Variant v : Variant.values())
            chart.line(v.title, study.of(v).stream().filter(p -> !Double.isNaN(y.applyAsDouble(p)))
                    .map(p -> new double[] {p.clients(), y.applyAsDouble(p)}).toList());
        return chart;
    }

    private static void say(String format, Object... arguments) {
        System.err.println("casestudy: " + String.format(java.util.Locale.ROOT, format, arguments));
    }
}
