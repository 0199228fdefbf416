// SPDX-License-Identifier: Apache-2.0
package whodunit.lamp.run;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import whodunit.harness.MariaDbInstance;
import whodunit.harness.MariaDbServer;
import whodunit.harness.PreparedDirectory;
import whodunit.harness.Program;
import whodunit.harness.ServerProcess;

/** A private MariaDB with a filled WordPress in it. */
public final class Database implements AutoCloseable {
    static final String TIER = "mariadb";
    /** Of the database and of its user, who needs no password. */
    static final String NAME = "wordpress";

    private final MariaDbServer server;

    private Database(MariaDbServer server) {
        this.server = server;
    }

    /**
     * Starts a server on a copy of the populated data directory, which is made, and kept in {@code cache}, when there
     * is none of that size yet.
     */
    static Database start(Path cache, Path run, int posts, Recording recording)
            throws IOException, InterruptedException, SQLException {
        Path populated = PreparedDirectory.get(cache, "wordpress-" + WordPress.version() + "-" + posts,
                data -> populate(data, posts));
        Path data = run.resolve("mariadb-data");
        Program.run(List.of("cp", "-a", "--reflink=auto", populated.toString(), data.toString()), run);
        return open(data, run, recording);
    }

    private static void populate(Path data, int posts) throws IOException, InterruptedException {
        System.err.printf("populating the database: WordPress with %d posts%n", posts);
        MariaDbInstance.install(data);
        try (Database database = open(data, data.getParent(), Recording.NONE)) {
            Program.run(List.of(Program.find("mariadb"), "--no-defaults", "--protocol=tcp", "--host=127.0.0.1",
                    "--port=" + database.port(), "--user=root", "--execute",
                    "CREATE DATABASE %1$s; CREATE USER %1$s@'127.0.0.1', %1$s@localhost; ".formatted(NAME)
                            + "GRANT ALL ON %1$s.* TO %1$s@'127.0.0.1', %1$s@localhost".formatted(NAME)),
                    data.getParent());
            WordPress.populate(data.getParent(), database, posts);
        }
    }

    private static Database open(Path data, Path run, Recording recording) throws IOException, InterruptedException {
        return new Database(MariaDbServer.start(data, run, recording.prefix(TIER), "--innodb-buffer-pool-size=256M",
                "--innodb-flush-log-at-trx-commit=2", "--character-set-server=utf8mb4"));
    }

    int port() {
        return server.port();
    }

    public ServerProcess server() {
        return server.process();
    }

    @Override
    public void close() {
        server.close();
    }
}
