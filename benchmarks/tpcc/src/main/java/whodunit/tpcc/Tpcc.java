// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcc;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import whodunit.harness.Checkout;
import whodunit.harness.Deployment;
import whodunit.harness.MariaDbInstance;
import whodunit.harness.MariaDbServer;
import whodunit.harness.PreparedDirectory;
import whodunit.harness.Program;
import whodunit.harness.RecordingDirectory;
import whodunit.harness.option.Commands;
import whodunit.harness.option.Count;
import whodunit.harness.option.Seconds;
import whodunit.tpcc.data.Consistency;
import whodunit.tpcc.data.Population;
import whodunit.tpcc.load.Terminals;

@Command(name = "benchmarks/tpcc/run", mixinStandardHelpOptions = true, sortOptions = false,
        description = "TPC-C's five transactions, in the specification's mix but without keying and think times, on "
                + "a private MariaDB. Prints how many new orders a minute there were and how long each type took, and "
                + "looks whether the database is consistent afterwards (conditions 1 to 4). Ends with status 1 if it "
                + "is not. A database is filled once for each number of warehouses, and kept in build/cache.")
public final class Tpcc implements Callable<Integer> {
    /** Where data lies. */
    enum Data { disk, ram }

    private static final String NAME = "tpcc";
    private static final Path RAM = Path.of("/dev/shm");

    @Option(names = "--data", defaultValue = "disk",
            description = "Where the database lies: ${COMPLETION-CANDIDATES}; ram is /dev/shm (${DEFAULT-VALUE}).")
    private Data where;

    @Option(names = "--buffer-pool", paramLabel = "SIZE", converter = Size.class, defaultValue = "large",
            description = "small (48M), large (2G), or a size such as 512M; a warehouse is about 100M "
                    + "(${DEFAULT-VALUE}).")
    private String bufferPool;

    @Option(names = "--warehouses", converter = Count.class, defaultValue = "4",
            description = "How many there are (${DEFAULT-VALUE}).")
    private int warehouses;

    @Option(names = "--clients", converter = Count.class, defaultValue = "16",
            description = "Terminals, each with a connection and without pause (${DEFAULT-VALUE}).")
    private int clients;

    @Option(names = "--seconds", converter = Count.class, defaultValue = "60",
            description = "Length of the measured window (${DEFAULT-VALUE}).")
    private int seconds;

    @Option(names = "--warm-up", converter = Seconds.class, defaultValue = "5",
            description = "Seconds before it (${DEFAULT-VALUE}).")
    private double warmUp;

    @Option(names = "--server", paramLabel = "OPTION",
            description = "A further option of mariadbd, such as --server=--innodb-flush-log-at-trx-commit=2.")
    private List<String> server = List.of();

    @Option(names = "--record", paramLabel = "OPTIONS", arity = "0..1", fallbackValue = "",
            description = "Record the server, with these options of whodunit record, such as "
                    + "--record='--waits on', and the terminals, whose transactions have the names of the "
                    + "specification.")
    private String record;

    @Option(names = "--out", defaultValue = "whodunit-tpcc", description = "The recording (${DEFAULT-VALUE}).")
    private Path out;

    private final Checkout checkout = Checkout.here();

    public static void main(String[] args) {
        System.exit(Commands.execute(new Tpcc(), args));
    }

    @Override
    public Integer call() throws Exception {
        out = out.toAbsolutePath();
        if (record != null)
            RecordingDirectory.prepare(out);
        Path populated = PreparedDirectory.get(checkout.home().resolve("build/cache"),
                "tpcc" + Population.VERSION + "-" + warehouses, this::populate);
        Path parent = where == Data.ram ? RAM : Files.createDirectories(checkout.home().resolve("build/run"));
        try (Deployment deployment = new Deployment(Files.createTempDirectory(parent, NAME), false)) {
            Path run = deployment.directory(), data = run.resolve("mariadb-data");
            Program.run(List.of("cp", "-a", "--reflink=auto", populated.toString(), data.toString()), run);
            return measure(data, run);
        }
    }

    private void populate(Path data) throws IOException, InterruptedException, SQLException {
        System.err.printf("populating the database: %d warehouses%n", warehouses);
        MariaDbInstance.install(data);
        try (MariaDbServer db = MariaDbServer.start(data, data.getParent(), List.of(), "--innodb-buffer-pool-size=1G",
                "--innodb-flush-log-at-trx-commit=0")) {
            try (Connection c = DriverManager.getConnection(db.url("")); Statement s = c.createStatement()) {
                s.execute("CREATE DATABASE " + NAME);
            }
            try (Connection c = DriverManager.getConnection(db.url(NAME) + "&useBulkStmts=true")) {
                Population.create(c, warehouses);
            }
        }
    }

    private int measure(Path data, Path run) throws IOException, InterruptedException, SQLException {
        List<String> options = new ArrayList<>(List.of("--innodb-buffer-pool-size=" + bufferPool,
                "--max-connections=" + (clients + 10)));
        options.addAll(server);
        long started = System.currentTimeMillis();
        try (MariaDbServer db = MariaDbServer.start(data, run, recorded("mariadb", record),
                options.toArray(String[]::new))) {
            int status = terminals(db.url(NAME), started);
            if (status != 0)
                return status;
        }
        try (MariaDbServer db = MariaDbServer.start(data, run, List.of());
                Connection c = DriverManager.getConnection(db.url(NAME))) {
            List<String> violations = Consistency.violations(c);
            violations.forEach(System.out::println);
            if (violations.isEmpty())
                System.out.println("the database is consistent");
            return violations.isEmpty() ? 0 : 1;
        }
    }

    private int terminals(String url, long started) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(recorded("terminals", ""));
        command.addAll(List.of(System.getProperty("java.home") + "/bin/java", "-cp",
                System.getProperty("java.class.path"), Terminals.class.getName(), "--url", url, "--warehouses",
                "" + warehouses, "--clients", "" + clients, "--warm-up", "" + warmUp, "--seconds", "" + seconds,
                "--server-started", "" + started));
        Process process = new ProcessBuilder(command).inheritIO().start();
        Thread end = new Thread(process::destroy, "stop terminals"); // a Ctrl-C reaches us alone in some shells
        Runtime.getRuntime().addShutdownHook(end);
        int status = process.waitFor();
        Runtime.getRuntime().removeShutdownHook(end);
        return status;
    }

    /** What records the command that follows it; nothing if we do not record. */
    private List<String> recorded(String tier, String options) {
        if (record == null)
            return List.of();
        return checkout.record(out, tier, options.isBlank() ? new String[0] : options.strip().split("\\s+"));
    }
}
