// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.launcher;

import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Done by the programs of {@code benchmarks/tpcw} and {@code benchmarks/seda-web}, whose options these are. */
@Command(name = "demo",
        header = "Profile a bookstore on Tomcat and MariaDB or PostgreSQL, end to end.",
        customSynopsis = {"@|bold whodunit demo|@ [OPTION...]", "       @|bold whodunit demo|@ --seda [OPTION...]"},
        description = {
                "Runs the TPC-W bookstore on a real Tomcat and a real MariaDB under load, records both, and tells "
                        + "which of its fourteen request types burn the database's CPU. With --seda it runs a SEDA "
                        + "web server instead, and draws which of its stages ran on behalf of which. Installs and "
                        + "builds what is missing first; the servers are private ones, on the loopback interface."},
        footer = {"", "Examples:", "  whodunit demo", "  whodunit demo --proxy --seconds 30",
                "  whodunit demo --postgres",
                "  whodunit demo --seda --hit-rate 0.8"})
public final class DemoCommand extends LauncherCommand {
    @Option(names = "--seda", description = "The SEDA web server instead of the bookstore; the first option, if given.")
    private boolean seda;

    @Option(names = "--postgres", description = "The bookstore on PostgreSQL instead of MariaDB.")
    private boolean postgres;

    @Option(names = "--seconds", paramLabel = "N", description = "Length of the load. Default: 60; with --seda 20.")
    private int seconds;

    @Option(names = "--out", paramLabel = "DIR",
            description = "Where recording and reports go. Default: whodunit-demo; with --seda whodunit-seda-demo.")
    private Path out;

    @Option(names = "--proxy", description = "Put a caching proxy in front, as a third tier.")
    private boolean proxied;

    @Option(names = "--mix", paramLabel = "MIX", description = "browsing, shopping or ordering. Default: browsing.")
    private String mix;

    @Option(names = "--clients", paramLabel = "N", description = "Emulated browsers. Default: 60.")
    private int clients;

    @Option(names = "--think", paramLabel = "SECONDS",
            description = "Mean think time. Default: 0.15; the specification's is 7.")
    private double think;

    @Option(names = "--items", paramLabel = "N", description = "Books in the shop. Default: 10000.")
    private int items;

    @Option(names = "--table-engine", paramLabel = "TABLE=ENGINE",
            description = "Storage engine of a table of MariaDB's. Default: item=MyISAM, others InnoDB.")
    private String tableEngine;

    @Option(names = "--cache", description = "Let the two search pages keep their results.")
    private boolean cache;

    @Option(names = "--engine", paramLabel = "ENGINE",
            description = "Sampling engine: ctimer, cpu-clock or wall. Default: ctimer.")
    private String engine;

    @Option(names = "--interval", paramLabel = "TIME", description = "Sampling interval. Default: 4ms.")
    private String interval;

    @Option(names = "--jdk", paramLabel = "PATH",
            description = "JDK that runs Tomcat. Default: the one that runs the demo.")
    private Path jdk;

    @Option(names = "--keep", description = "Keep the servers' directories and logs.")
    private boolean keep;

    @Option(names = "--no-profile", description = "Run the bookstore without the profiler.")
    private boolean noProfile;

    @Option(names = "--connections", paramLabel = "N",
            description = "With --seda: connections of the load. Default: 16.")
    private int connections;

    @Option(names = "--hit-rate", paramLabel = "SHARE",
            description = "With --seda: share of the requests that the page cache can answer. Default: 0.5.")
    private double hitRate;

    @Option(names = "--page", paramLabel = "BYTES", description = "With --seda: size of the pages. Default: 16384.")
    private int page;
}
