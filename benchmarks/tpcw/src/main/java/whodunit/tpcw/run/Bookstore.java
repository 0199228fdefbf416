// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import whodunit.harness.Apache;
import whodunit.harness.Checkout;
import whodunit.harness.Deployment;
import whodunit.tpcw.data.Scale;

/**
 * The tiers, running, each under the profiler of choice. Closing it stops the servers in order and removes their files.
 */
public final class Bookstore implements AutoCloseable {
    /** What watches the two tiers. */
    public enum Profiler { NONE, ASYNC_PROFILER, WHODUNIT }

    /**
     * What to start.
     *
     * @param recording  where the profilers write; unused by NONE
     * @param cached     whether the two search pages keep their results
     * @param proxied    whether the caching proxy stands in front
     * @param serverPrepared whether Tomcat's driver prepares statements in the server instead of sending their texts
     * @param agent further options of Whodunit's agent in Tomcat, as it takes them; may be empty
     * @param statementClock library that counts what statements cost, for the database's server; null: none. With it
     *                       connections to the database take turns: what a statement costs hangs on how often that
     *                       connection has executed it
     * @param processors which tier runs where; null: everything everywhere
     * @param database which holds the books
     * @param offCpu how long waits are that Whodunit records, as {@code record --off-cpu} takes it; null: none are
     * @param waits  whether Whodunit records every interval, as {@code record --waits on}
     * @param product the checkout whose Whodunit records
     */
    public record Setup(Path home, String jdk, Scale scale, Profiler profiler, String engine, String interval,
            Path recording,
            boolean cached, Front front, boolean serverPrepared, String agent, Path statementClock,
            Processors processors, Database database, String offCpu, boolean waits, Path product) {
        public Setup(Path home, String jdk, Scale scale, Profiler profiler, String engine, String interval,
                Path recording) {
            this(home, jdk, scale, profiler, engine, interval, recording, false, Front.NONE, false, "", null, null,
                    Database.MARIADB, null, false, home);
        }

        public Setup withCache(boolean on) {
            return new Setup(home, jdk, scale, profiler, engine, interval, recording, on, front, serverPrepared,
                    agent, statementClock, processors, database, offCpu, waits, product);
        }

        public Setup behind(Front server) {
            return new Setup(home, jdk, scale, profiler, engine, interval, recording, cached, server, serverPrepared,
                    agent,
                    statementClock, processors, database, offCpu, waits, product);
        }

        public Setup on(Processors where) {
            return new Setup(home, jdk, scale, profiler, engine, interval, recording, cached, front, serverPrepared,
                    agent, statementClock, where, database, offCpu, waits, product);
        }

        public Setup withServerPrepared(boolean on) {
            return new Setup(home, jdk, scale, profiler, engine, interval, recording, cached, front, on, agent,
                    statementClock, processors, database, offCpu, waits, product);
        }

        public Setup withAgent(String options) {
            return new Setup(home, jdk, scale, profiler, engine, interval, recording, cached, front, serverPrepared,
                    options, statementClock, processors, database, offCpu, waits, product);
        }

        public Setup withStatementClock(Path library) {
            return new Setup(home, jdk, scale, profiler, engine, interval, recording, cached, front, serverPrepared,
                    agent, library, processors, database, offCpu, waits, product);
        }

        public Setup with(Database other) {
            return new Setup(home, jdk, scale, profiler, engine, interval, recording, cached, front, serverPrepared,
                    agent, statementClock, processors, other, offCpu, waits, product);
        }

        /** Null: none. */
        public Setup withOffCpu(String threshold) {
            return new Setup(home, jdk, scale, profiler, engine, interval, recording, cached, front, serverPrepared,
                    agent, statementClock, processors, database, threshold, waits, product);
        }

        public Setup withWaits() {
            return new Setup(home, jdk, scale, profiler, engine, interval, recording, cached, front, serverPrepared,
                    agent, statementClock, processors, database, offCpu, true, product);
        }

        /** Another checkout's Whodunit records. */
        public Setup by(Path another) {
            return new Setup(home, jdk, scale, profiler, engine, interval, recording, cached, front, serverPrepared,
                    agent, statementClock, processors, database, offCpu, waits, another);
        }

        /** Off-CPU samples are taken by the kernel side. */
        private String whodunitsEngine() {
            return offCpu == null ? engine : "kernel";
        }
    }

    public final DatabaseServer database;
    public final Tomcat tomcat;
    /** Null if there is none. */
    private final FrontServer front;
    private final Deployment deployment;

    private Bookstore(DatabaseServer database, Tomcat tomcat, FrontServer front, Deployment deployment) {
        this.database = database;
        this.tomcat = tomcat;
        this.front = front;
        this.deployment = deployment;
    }

    public static Bookstore start(Setup setup, boolean keep) throws IOException, InterruptedException, SQLException {
        Path build = Files.createDirectories(setup.home.resolve("build/run"));
        Path run = Files.createTempDirectory(build, "tpcw");
        Deployment deployment = new Deployment(run, keep);
        try {
            if (setup.profiler != Profiler.NONE)
                setup.database.give(setup.recording);
            DatabaseServer db = deployment.add(DatabaseServer.start(setup.database, setup.home.resolve("build/cache"),
                    run, setup.scale, databasePrefix(setup), databaseEnvironment(setup, run)));
            if (setup.profiler == Profiler.ASYNC_PROFILER) // SIGTERM goes to a thread of its, and stops nothing
                deployment.add(() -> db.server().kill());
            Tomcat tomcat = deployment.add(Tomcat.start(setup.home, run,
                    new Tomcat.Setup(setup.jdk, tomcatFlags(setup), tomcatEnvironment(setup), setup.cached,
                            setup.serverPrepared, setup.front == Front.APACHE_AJP,
                            setup.processors == null ? List.of() : setup.processors.webPrefix(),
                            setup.statementClock != null),
                    db));
            return new Bookstore(db, tomcat, front(setup, tomcat, deployment), deployment);
        } catch (IOException | InterruptedException | SQLException | RuntimeException e) {
            deployment.close();
            throw e;
        }
    }

    private static FrontServer front(Setup s, Tomcat tomcat, Deployment deployment)
            throws IOException, InterruptedException {
        Path run = deployment.directory();
        return switch (s.front) {
            case NONE -> null;
            case PROXY ->
                deployment.add(Proxy.start(s.home, run, tomcat, recorded(s, s.front.tier(), "--libevent")));
            case APACHE_HTTP, APACHE_AJP -> deployment.add(new ApacheFront(
                    Apache.start(run, s.front == Front.APACHE_AJP ? tomcat.ajpUrl() : tomcat.url(),
                            recorded(s, s.front.tier(), "--messages", "on", "--routes", routes(run).toString()))));
        };
    }

    /** All images are one route. */
    private static Path routes(Path run) throws IOException {
        return Files.writeString(run.resolve("routes.txt"), "/images/...\n");
    }

    /** What visitors ask. */
    public String url() {
        return front != null ? front.url() : tomcat.url();
    }

    private static List<String> databasePrefix(Setup s) {
        List<String> prefix = new ArrayList<>(s.processors == null ? List.of() : s.processors.databasePrefix());
        prefix.addAll(recorded(s, s.database.key()));
        return prefix;
    }

    /** The command that records a native tier, or none. */
    private static List<String> recorded(Setup s, String tier, String... more) {
        if (s.profiler != Profiler.WHODUNIT)
            return List.of();
        List<String> options = new ArrayList<>(List.of("--engine", s.whodunitsEngine(), "--interval", s.interval));
        if (s.offCpu != null)
            options.addAll(List.of("--off-cpu", s.offCpu));
        if (s.waits)
            options.addAll(List.of("--waits", "on"));
        options.addAll(List.of(more));
        return new Checkout(s.product).record(s.recording, tier, options.toArray(String[]::new));
    }

    /** Where a statement clock counts. */
    public Path statements() {
        return statements(deployment.directory());
    }

    private static Path statements(Path run) {
        return run.resolve("statements");
    }

    /** async-profiler alone starts itself when it is preloaded with a command. */
    private static Map<String, String> databaseEnvironment(Setup s, Path run) {
        if (s.statementClock != null)
            return Map.of("LD_PRELOAD", s.statementClock.toString(), "STATEMENT_CLOCK", statements(run).toString());
        if (s.profiler != Profiler.ASYNC_PROFILER)
            return Map.of();
        return Map.of("LD_PRELOAD", s.home + "/build/dist/lib/libasyncProfiler.so", "ASPROF_COMMAND",
                "start,event=" + event(s) + ",cstack=dwarf,jfr,file=" + s.recording + "/" + s.database.key()
                        + "-alone.jfr");
    }

    private static String event(Setup s) {
        return s.engine + ",interval=" + s.interval + (s.engine.equals("cpu-clock") ? ",alluser" : "");
    }

    private static List<String> tomcatFlags(Setup s) {
        String lib = s.product + "/build/dist/lib/";
        List<String> flags = new ArrayList<>();
        switch (s.profiler) {
            case ASYNC_PROFILER -> flags.add("-agentpath:" + lib + "libasyncProfiler.so=start,event=" + event(s)
                    + ",jfr,file=" + s.recording + "/tomcat-alone.jfr");
            case WHODUNIT -> flags.add("-agentpath:" + lib + "libwhodunit.so=tier=tomcat,engine="
                    + s.whodunitsEngine()
                    + ",interval=" + s.interval + (s.front.isFollowedByMessages() ? ",messages=on" : "")
                    + (s.agent.isEmpty() ? "" : "," + s.agent));
            default -> {}
        }
        return flags;
    }

    /** A directory's name may hold a comma, which separates the options of agents. */
    private static Map<String, String> tomcatEnvironment(Setup s) throws IOException {
        if (s.profiler != Profiler.WHODUNIT)
            return Map.of();
        Map<String, String> environment = new HashMap<>(Map.of("WHODUNIT_DIR", s.recording.toString()));
        if (s.offCpu != null || s.waits)
            environment.put("WHODUNIT_KERNEL", kernelSide(s.recording).toString());
        if (s.waits)
            environment.put("WHODUNIT_WAITS", "on");
        return environment;
    }

    /** The socket of the kernel side that the database's recording has started: it serves any process. */
    private static Path kernelSide(Path recording) throws IOException {
        try (Stream<Path> files = Files.list(recording)) {
            return files.filter(f -> f.getFileName().toString().matches("kernel-\\d+-\\w+\\.socket")).findFirst()
                    .orElseThrow(() -> new IOException("there is no kernel side, which needs root"));
        }
    }

    @Override
    public void close() {
        deployment.close();
    }
}
