package whodunit.tests.run;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** A private MariaDB on a free port of the loopback interface, never the machine's service. */
public final class MariaDb implements AutoCloseable {
    public final Server server;
    private final int port;

    private MariaDb(Server server, int port) {
        this.server = server;
        this.port = port;
    }

    /**
     * @param directory for its files
     * @param prefix    a command to run it under, may be empty
     * @param options   further options of mariadbd
     */
    public static MariaDb start(Path directory, List<String> prefix, String... options) throws IOException, InterruptedException {
        Path data = directory.resolve("data");
        Finished.run(List.of("cp", "-a", template().toString(), data.toString())).checked();
        int port = Server.freePort();
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(daemon(), "--no-defaults", "--datadir=" + data, "--socket=" + directory.resolve("sock"),
                "--pid-file=" + directory.resolve("pid"), "--bind-address=127.0.0.1", "--port=" + port,
                "--skip-log-bin", "--innodb-buffer-pool-size=32M"));
        command.addAll(List.of(options));
        if (isRoot())
            command.add("--user=root");
        MariaDb db = new MariaDb(new Server(command, directory.resolve("mariadbd.log")), port);
        try {
            db.server.await(() -> {
                try (Socket s = new Socket("127.0.0.1", port)) {
                    return s.getInputStream().read() >= 0;
                }
            });
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
            List<String> install = new ArrayList<>(List.of("mariadb-install-db", "--no-defaults", "--datadir=" + fresh,
                    "--auth-root-authentication-method=normal", "--skip-test-db"));
            if (isRoot())
                install.add("--user=root");
            Finished.run(install).checked();
            Files.move(fresh, template);
        }
        return template;
    }

    /** Daemons may lie where a user's PATH does not reach. */
    private static String daemon() {
        for (String directory : (System.getenv("PATH") + ":/usr/sbin:/usr/local/sbin").split(":"))
            if (Files.isExecutable(Path.of(directory, "mariadbd")))
                return directory + "/mariadbd";
        throw new AssertionError("mariadbd is not installed; run: whodunit setup");
    }

    private static boolean isRoot() {
        return System.getProperty("user.name").equals("root");
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
