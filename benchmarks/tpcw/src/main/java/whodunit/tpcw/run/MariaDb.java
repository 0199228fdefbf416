// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.run;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import whodunit.harness.MariaDbInstance;
import whodunit.harness.PreparedDirectory;
import whodunit.harness.Program;
import whodunit.harness.ServerProcess;
import whodunit.tpcw.data.Population;
import whodunit.tpcw.data.Scale;

/** A private MariaDB: own data directory, socket and port on the loopback interface; never the machine's service. */
public final class MariaDb implements AutoCloseable {
    private static final String USER = "tpcw";

    private final ServerProcess server;
    private final int port;

    private MariaDb(ServerProcess server, int port) {
        this.server = server;
        this.port = port;
    }

    /**
     * Starts a server on a copy of the populated data directory, which is made, and kept in {@code cache}, when there
     * is none of that scale yet.
     *
     * @param prefix a command to run the server under, may be empty
     */
    public static MariaDb start(Path cache, Path run, Scale scale, List<String> prefix, Map<String, String> environment)
            throws IOException, InterruptedException, SQLException {
        Path populated = PreparedDirectory.get(cache, scale.key(), data -> populate(data, scale));
        Path data = run.resolve("mariadb-data");
        Program.run(List.of("cp", "-a", "--reflink=auto", populated.toString(), data.toString()), run);
        return open(data, run, prefix, environment);
    }

    private static void populate(Path data, Scale scale) throws IOException, InterruptedException, SQLException {
        System.err.printf("populating the database: %d items, %d customers, %d orders%n", scale.items(),
                scale.customers(), scale.orders());
        MariaDbInstance.install(data);
        try (MariaDb db = open(data, data.getParent(), List.of(), Map.of())) {
            try (Connection c = DriverManager
                    .getConnection("jdbc:mariadb://127.0.0.1:" + db.port + "/?user=root&useBulkStmts=true");
                    Statement s = c.createStatement()) {
                s.execute("CREATE DATABASE tpcw");
                s.execute("CREATE USER '" + USER + "'@'127.0.0.1' IDENTIFIED BY '" + USER + "'");
                s.execute("CREATE USER '" + USER + "'@'localhost' IDENTIFIED BY '" + USER + "'");
                s.execute("GRANT ALL ON tpcw.* TO '" + USER + "'@'127.0.0.1', '" + USER + "'@'localhost'");
                s.execute("USE tpcw");
                Population.create(c, scale);
            }
        }
    }

    private static MariaDb open(Path data, Path run, List<String> prefix, Map<String, String> environment)
            throws IOException, InterruptedException {
        int port = ServerProcess.freePort();
        List<String> command = new ArrayList<>(prefix);
        command.addAll(MariaDbInstance.command(data, port, "--innodb-buffer-pool-size=256M",
                "--innodb-flush-log-at-trx-commit=2",
                "--key-buffer-size=64M", "--max-connections=500"));
        ServerProcess server = ServerProcess.start("mariadbd", command, environment, run, run.resolve("mariadb.log"));
        MariaDb db = new MariaDb(server, port);
        try {
            server.await(() -> MariaDbInstance.answers(data, port), 60);
            return db;
        } catch (IOException | InterruptedException | RuntimeException e) {
            db.close();
            throw e;
        }
    }

    public String url() {
        return "jdbc:mariadb://127.0.0.1:" + port + "/tpcw";
    }

    /** A global status variable, such as Bytes_received. */
    public long status(String variable) throws SQLException {
        try (Connection c = DriverManager.getConnection(url(), USER, USER);
                Statement s = c.createStatement();
                ResultSet r = s.executeQuery("SHOW GLOBAL STATUS LIKE '" + variable + "'")) {
            r.next();
            return r.getLong(2);
        }
    }

    static String user() {
        return USER;
    }

    public ServerProcess server() {
        return server;
    }

    @Override
    public void close() {
        server.close();
    }
}
