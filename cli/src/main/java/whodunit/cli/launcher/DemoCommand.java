// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.launcher;

import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Done by programs of {@code benchmarks}, whose options these are. */
@Command(name = "demo",
        header = "Profile a bookstore on Tomcat and MariaDB or PostgreSQL, end to end.",
        customSynopsis = {"@|bold whodunit demo|@ [OPTION...]", "       @|bold whodunit demo|@ --lamp [OPTION...]",
                "       @|bold whodunit demo|@ --seda [OPTION...]",
                "       @|bold whodunit demo|@ --spring [OPTION...]"},
        description = {
                "Runs the TPC-W bookstore on a real Tomcat and a real MariaDB under load, records both, and tells "
                        + "which of its fourteen request types burn the database's CPU. With --lamp it runs "
                        + "WordPress on nginx, php-fpm and MariaDB instead, none of which is changed; with --seda a "
                        + "SEDA web server, and draws which of its stages ran on behalf of which; with --spring a "
                        + "shop of two services on Spring Boot, and tells which routes of the front end burn the CPU "
                        + "of the database behind the other service. Installs and builds what is missing first; the "
                        + "servers are private ones, on the loopback interface."},
        footer = {"", "Examples:", "  whodunit demo", "  whodunit demo --proxy --seconds 30",
                "  whodunit demo --postgres", "  whodunit demo --lamp --searchers 4",
                "  whodunit demo --seda --hit-rate 0.8", "  whodunit demo --spring"})
public final class DemoCommand extends LauncherCommand {
    @Option(names = "--lamp", description = "WordPress instead of the bookstore.")
    private boolean lamp;

    @Option(names = "--seda", description = "The SEDA web server instead of the bookstore.")
    private boolean seda;

    @Option(names = "--spring", description = "The shop on Spring Boot instead of the bookstore.")
    private boolean spring;

    @Option(names = "--postgres", description = "The bookstore on PostgreSQL instead of MariaDB.")
    private boolean postgres;

    @Option(names = "--seconds", paramLabel = "N",
            description = "Length of the load. Default: 60; with --lamp and --spring 30, with --seda 20.")
    private int seconds;

    @Option(names = "--out", paramLabel = "DIR",
            description = "Where recording and reports go. Default: whodunit-demo; with --lamp whodunit-lamp-demo, "
                    + "with --seda whodunit-seda-demo, with --spring whodunit-spring-demo.")
    private Path out;

    @Option(names = "--proxy", description = "Put a caching proxy in front, as a third tier.")
    private boolean proxied;

    @Option(names = "--apache", description = "Put Apache in front, as a third tier, by mod_proxy_http.")
    private boolean apache;

    @Option(names = "--ajp", description = "With --apache: by mod_proxy_ajp instead.")
    private boolean ajp;

    @Option(names = "--mix", paramLabel = "MIX", description = "browsing, shopping or ordering. Default: browsing.")
    private String mix;

    @Option(names = "--clients", paramLabel = "N", description = "Emulated browsers. Default: 60; with --spring 8.")
    private int clients;

    @Option(names = "--think", paramLabel = "SECONDS",
            description = "Mean think time. Default: 0.15, the specification's is 7; with --lamp 0.3, with --spring "
                    + "0.05.")
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
            description = "JDK that runs Tomcat or the services. Default: the one that runs the demo.")
    private Path jdk;

    @Option(names = "--keep", description = "Keep the servers' directories and logs.")
    private boolean keep;

    @Option(names = "--no-profile", description = "Run the servers without the profiler.")
    private boolean noProfile;

    @Option(names = "--posts", paramLabel = "N", description = "With --lamp: in the database. Default: 1000.")
    private int posts;

    @Option(names = "--readers", paramLabel = "N", description = "With --lamp: visitors who read. Default: 8.")
    private int readers;

    @Option(names = "--searchers", paramLabel = "N", description = "With --lamp: visitors who search. Default: 2.")
    private int searchers;

    @Option(names = "--commenters", paramLabel = "N", description = "With --lamp: visitors who comment. Default: 1.")
    private int commenters;

    @Option(names = "--editors", paramLabel = "N",
            description = "With --lamp: who are logged in and change posts. Default: 1.")
    private int editors;

    @Option(names = "--workers", paramLabel = "N",
            description = "With --lamp: processes of php-fpm that serve. Default: 4.")
    private int workers;

    @Option(names = "--connections", paramLabel = "N",
            description = "With --seda: connections of the load. Default: 16.")
    private int connections;

    @Option(names = "--hit-rate", paramLabel = "SHARE",
            description = "With --seda: share of the requests that the page cache can answer. Default: 0.5.")
    private double hitRate;

    @Option(names = "--virtual-threads",
            description = "With --spring: serve each request on a virtual thread (JDK 21 or later).")
    private boolean virtualThreads;

    @Option(names = "--page", paramLabel = "BYTES", description = "With --seda: size of the pages. Default: 16384.")
    private int page;
}
