// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import whodunit.harness.MariaDbInstance;
import whodunit.harness.ServerProcess;

/** A private MariaDB on a free port of the loopback interface, never the machine's service. */
public final class MariaDb implements AutoCloseable {
    public final Server server;
    public final int port;

    private MariaDb(Server server, int port) {
        this.server = server;
        this.port = port;
    }

    /**
     * @param directory for its files
     * @param prefix    a command to run it under, may be empty
     * @param options   further options of mariadbd
     */
    public static MariaDb start(Path directory, List<String> prefix, String... options)
            throws IOException, InterruptedException {
        Path data = directory.resolve("data");
        Finished.run(List.of("cp", "-a", "--sparse=always", template().toString(), data.toString())).checked();
        int port = ServerProcess.freePort();
        List<String> command = new ArrayList<>(prefix);
        command.addAll(MariaDbInstance.command(data, port, "--innodb-buffer-pool-size=32M"));
        command.addAll(List.of(options));
        MariaDb db = new MariaDb(new Server(command, directory.resolve("mariadbd.log")), port);
        try {
            db.server.await(() -> MariaDbInstance.answers(data, port));
            return db;
        } catch (IOException | InterruptedException | AssertionError e) {
            db.close();
            throw e;
        }
    }

    /** A fresh data directory, installed once. */
    private static synchronized Path template() throws IOException, InterruptedException {
        Path template = Path.of("target", "mariadb-template").toAbsolutePath();
        if (!Files.isDirectory(template)) {
            Path fresh = Files.createTempDirectory(Files.createDirectories(template.getParent()), "installing");
            MariaDbInstance.install(fresh);
            Files.move(fresh, template);
        }
        return template;
    }

    public String url() {
        return "jdbc:mariadb://127.0.0.1:" + port + "/?user=root";
    }

    /** Runs the statements as they are, from this JVM, which has no agent. */
    public void execute(String... statements) throws SQLException {
        try (Connection c = DriverManager.getConnection(url()); Statement s = c.createStatement()) {
            for (String sql : statements)
                s.execute(sql);
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
