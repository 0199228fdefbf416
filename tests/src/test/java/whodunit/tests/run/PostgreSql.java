// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import whodunit.harness.DirectoryTree;
import whodunit.harness.PostgresInstance;
import whodunit.harness.ServerProcess;

/** A private PostgreSQL on a free port of the loopback interface, never the machine's service. */
public final class PostgreSql implements AutoCloseable {
    /** Has the data directory of the first server, as it was before that started. */
    private static Path template;

    public final Server server;
    public final int port;

    private PostgreSql(Server server, int port) {
        this.server = server;
        this.port = port;
    }

    /**
     * @param directory for its files; the server's user owns it from now on
     * @param prefix    a command to run it under, may be empty
     * @param settings  of the server
     */
    public static PostgreSql start(Path directory, List<String> prefix, String... settings)
            throws IOException, InterruptedException {
        Path data = directory.resolve("data");
        install(directory, data);
        int port = ServerProcess.freePort();
        PostgreSql db = new PostgreSql(new Server(PostgresInstance.command(prefix, data, port, settings),
                directory.resolve("postgres.log")), port);
        try {
            db.server.await(() -> PostgresInstance.answers(data));
            return db;
        } catch (IOException | InterruptedException | AssertionError e) {
            db.close();
            throw e;
        }
    }

    /** A data directory as {@link PostgresInstance#install} makes it, which it does once. */
    private static synchronized void install(Path directory, Path data) throws IOException, InterruptedException {
        if (template == null) {
            PostgresInstance.install(data);
            template = Files.createTempDirectory("postgres-template");
            DirectoryTree.deleteAtExit(template);
            copy(data, template);
        } else {
            PostgresInstance.give(directory);
            copy(template.resolve(data.getFileName()), directory);
        }
    }

    /** With its owner. */
    private static void copy(Path directory, Path into) throws IOException, InterruptedException {
        Finished.run(List.of("cp", "-a", "--sparse=always", directory.toString(), into.toString())).checked();
    }

    public String url() {
        return url(port);
    }

    /** That of a server or pooler on another port. */
    public static String url(int port) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=" + PostgresInstance.USER;
    }

    /** Runs the statements as they are, from this JVM, which has no agent. */
    public void execute(String... statements) throws SQLException {
        try (Connection c = DriverManager.getConnection(url()); Statement s = c.createStatement()) {
            for (String sql : statements)
                s.execute(sql);
        }
    }

    /** Has it end its connections and stop; what its processes recorded is then complete. */
    public void stop() throws IOException, InterruptedException {
        PostgresInstance.stop(server.pid());
        server.awaitEnd();
    }

    @Override
    public void close() {
        if (server.isAlive())
            try {
                PostgresInstance.stop(server.pid());
                server.awaitEnd();
            } catch (IOException e) {
                System.err.println("cannot stop PostgreSQL: " + e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        server.close();
    }
}
