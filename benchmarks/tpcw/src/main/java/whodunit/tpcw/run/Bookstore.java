package whodunit.tpcw.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import whodunit.tpcw.data.Scale;

/** Both tiers, running, each under the profiler of choice. Closing it stops the servers in order and removes their files. */
public final class Bookstore implements AutoCloseable {
    /** What watches the two tiers. */
    public enum Profiler { NONE, ASYNC_PROFILER, WHODUNIT }

    /**
     * What to start.
     *
     * @param recording  where the profilers write; unused by NONE
     * @param cached     whether the two search pages keep their results
     * @param processors which tier runs where; null: everything everywhere
     */
    public record Setup(Path home, String jdk, Scale scale, Profiler profiler, String engine, String interval, Path recording,
            boolean cached, Processors processors) {
        public Setup(Path home, String jdk, Scale scale, Profiler profiler, String engine, String interval, Path recording) {
            this(home, jdk, scale, profiler, engine, interval, recording, false, null);
        }

        public Setup withCache(boolean on) {
            return new Setup(home, jdk, scale, profiler, engine, interval, recording, on, processors);
        }

        public Setup on(Processors where) {
            return new Setup(home, jdk, scale, profiler, engine, interval, recording, cached, where);
        }
    }

    public final MariaDb database;
    public final Tomcat tomcat;
    private final Path run;
    private final boolean keep;
    private final Thread hook = new Thread(this::stop, "stop bookstore");
    private boolean stopped;

    private Bookstore(MariaDb database, Tomcat tomcat, Path run, boolean keep) {
        this.database = database;
        this.tomcat = tomcat;
        this.run = run;
        this.keep = keep;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    public static Bookstore start(Setup setup, boolean keep) throws IOException, InterruptedException, SQLException {
        Path build = Files.createDirectories(setup.home.resolve("build/run"));
        Path run = Files.createTempDirectory(build, "tpcw");
        if (!keep)
            Shell.deleteAtExit(run);
        MariaDb db = null;
        try {
            db = MariaDb.start(setup.home.resolve("build/cache"), run, setup.scale, databasePrefix(setup), databaseEnvironment(setup));
            Tomcat tomcat = Tomcat.start(setup.home, run, new Tomcat.Setup(setup.jdk, tomcatFlags(setup), filter(setup), setup.cached,
                    setup.processors == null ? List.of() : setup.processors.webPrefix()), db);
            return new Bookstore(db, tomcat, run, keep);
        } catch (IOException | InterruptedException | SQLException | RuntimeException e) {
            if (db != null)
                db.close();
            if (!keep)
                Shell.delete(run);
            throw e;
        }
    }

    private static List<String> databasePrefix(Setup s) {
        List<String> prefix = new ArrayList<>(s.processors == null ? List.of() : s.processors.databasePrefix());
        if (s.profiler == Profiler.WHODUNIT)
            prefix.addAll(List.of(s.home + "/whodunit", "record", "-o", s.recording.toString(), "--stage", "mariadb",
                    "--engine", s.engine, "--interval", s.interval, "--"));
        return prefix;
    }

    /** async-profiler alone starts itself when it is preloaded with a command. */
    private static Map<String, String> databaseEnvironment(Setup s) {
        if (s.profiler != Profiler.ASYNC_PROFILER)
            return Map.of();
        return Map.of("LD_PRELOAD", s.home + "/build/dist/lib/libasyncProfiler.so", "ASPROF_COMMAND",
                "start,event=" + event(s) + ",cstack=dwarf,jfr,file=" + s.recording + "/mariadb-alone.jfr");
    }

    private static String event(Setup s) {
        return s.engine + ",interval=" + s.interval + (s.engine.equals("cpu-clock") ? ",alluser" : "");
    }

    private static List<String> tomcatFlags(Setup s) {
        String lib = s.home + "/build/dist/lib/";
        List<String> flags = new ArrayList<>();
        switch (s.profiler) {
            case ASYNC_PROFILER -> flags.add("-agentpath:" + lib + "libasyncProfiler.so=start,event=" + event(s)
                    + ",jfr,file=" + s.recording + "/tomcat-alone.jfr");
            case WHODUNIT -> flags.add("-agentpath:" + lib + "libwhodunit.so=dir=" + s.recording + ",stage=tomcat,engine=" + s.engine
                    + ",interval=" + s.interval);
            default -> { }
        }
        return flags;
    }

    private static List<Path> filter(Setup s) {
        return s.profiler == Profiler.WHODUNIT ? List.of(s.home.resolve("build/dist/lib/whodunit-servlet-jakarta.jar")) : List.of();
    }

    private synchronized void stop() {
        if (stopped)
            return;
        stopped = true;
        tomcat.close();
        database.close();
        try {
            if (keep)
                System.err.println("kept: " + run);
            else
                Shell.delete(run);
        } catch (IOException e) {
            System.err.println("cannot remove " + run + ": " + e);
        }
    }

    @Override
    public void close() {
        stop();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            return; // the JVM is going down, the hook has done it
        }
    }
}
