// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.run;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import whodunit.harness.PreparedDirectory;
import whodunit.harness.Program;
import whodunit.harness.ServerProcess;
import whodunit.tpcw.data.Population;
import whodunit.tpcw.data.Scale;

/** A private database: own data directory and port on the loopback interface; never the machine's service. */
public final class DatabaseServer implements AutoCloseable {
    private static final String USER = "tpcw";

    private final Database database;
    private final ServerProcess server;
    private final int port;

    private DatabaseServer(Database database, ServerProcess server, int port) {
        this.database = database;
        this.server = server;
        this.port = port;
    }

    /**
     * Starts a server on a copy of the populated data directory, which is made, and kept in {@code cache}, when there
     * is none of that scale yet.
     *
     * @param prefix a command to run the server under, may be empty
     */
    static DatabaseServer start(Database database, Path cache, Path run, Scale scale, List<String> prefix,
            Map<String, String> environment) throws IOException, InterruptedException, SQLException {
        String key = (database == Database.MARIADB ? "" : database.key() + "-") + scale.key();
        Path populated = PreparedDirectory.get(cache, key, data -> populate(database, data, scale));
        Path data = run.resolve(database.key() + "-data");
        Program.run(List.of("cp", "-a", "--reflink=auto", populated.toString(), data.toString()), run);
        return open(database, data, run, prefix, environment);
    }

    private static void populate(Database database, Path data, Scale scale)
            throws IOException, InterruptedException, SQLException {
        System.err.printf("populating the database: %d items, %d customers, %d orders%n", scale.items(),
                scale.customers(), scale.orders());
        database.install(data);
        try (DatabaseServer db = open(database, data, data.getParent(), List.of(), Map.of());
                Connection c = DriverManager.getConnection(database.administrator(db.port))) {
            try (Statement s = c.createStatement()) {
                for (String statement : database.prepare(USER))
                    s.execute(statement);
            }
            Population.create(c, scale, database.dialect);
        }
    }

    private static DatabaseServer open(Database database, Path data, Path run, List<String> prefix,
            Map<String, String> environment) throws IOException, InterruptedException {
        int port = ServerProcess.freePort();
        database.give(run);
        ServerProcess server = ServerProcess.start(database.title, database.command(prefix, data, port), environment,
                run, run.resolve(database.key() + ".log"));
        DatabaseServer db = new DatabaseServer(database, server, port);
        try {
            server.await(() -> database.answers(data, port), 60);
            return db;
        } catch (IOException | InterruptedException | RuntimeException e) {
            db.close();
            throw e;
        }
    }

    public String url() {
        return database.url(port, USER);
    }

    /** That it has received and sent, by its own count; 0 from PostgreSQL, which keeps none. */
    public long bytes() throws SQLException {
        return database == Database.MARIADB ? status("Bytes_received") + status("Bytes_sent") : 0;
    }

    private long status(String variable) throws SQLException {
        try (Connection c = DriverManager.getConnection(url(), USER, USER);
                Statement s = c.createStatement();
                ResultSet r = s.executeQuery("SHOW GLOBAL STATUS LIKE '" + variable + "'")) {
            r.next();
            return r.getLong(2);
        }
    }

    Database database() {
        return database;
    }

    static String user() {
        return USER;
    }

    public ServerProcess server() {
        return server;
    }

    @Override
    public void close() {
        try {
            database.stop(server);
        } catch (IOException e) {
            System.err.println("cannot stop " + database.title + ": " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
