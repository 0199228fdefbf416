// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import whodunit.harness.MariaDbInstance;
import whodunit.harness.PostgresInstance;
import whodunit.harness.ServerProcess;
import whodunit.tpcw.store.Dialect;

/** Which database holds the books: all that differs between them but for their SQL. */
public enum Database {
    MARIADB("MariaDB", Dialect.MARIADB, "org.mariadb.jdbc.Driver", "mariadb-java-client", "useServerPrepStmts=true") {
        @Override
        void install(Path data) throws IOException, InterruptedException {
            MariaDbInstance.install(data);
        }

        @Override
        List<String> command(List<String> prefix, Path data, int port) throws IOException {
            List<String> command = new ArrayList<>(prefix);
            command.addAll(MariaDbInstance.command(data, port, "--innodb-buffer-pool-size=256M",
                    "--innodb-flush-log-at-trx-commit=2", "--key-buffer-size=64M", "--max-connections=500"));
            return command;
        }

        @Override
        boolean answers(Path data, int port) throws IOException {
            return MariaDbInstance.answers(data, port);
        }

        @Override
        void stop(ServerProcess server) {
            server.close();
        }

        @Override
        String administrator(int port) {
            return "jdbc:mariadb://127.0.0.1:" + port + "/?user=root&useBulkStmts=true";
        }

        @Override
        List<String> prepare(String user) {
            return List.of("CREATE DATABASE " + user, "CREATE USER '" + user + "'@'127.0.0.1' IDENTIFIED BY '" + user
                    + "'", "CREATE USER '" + user + "'@'localhost' IDENTIFIED BY '" + user + "'",
                    "GRANT ALL ON " + user + ".* TO '" + user + "'@'127.0.0.1', '" + user + "'@'localhost'",
                    "USE " + user);
        }

        @Override
        String url(int port, String user) {
            return "jdbc:mariadb://127.0.0.1:" + port + "/" + user;
        }
    },

    POSTGRESQL("PostgreSQL", Dialect.POSTGRESQL, "org.postgresql.Driver", "postgresql-", "prepareThreshold=1") {
        @Override
        void install(Path data) throws IOException, InterruptedException {
            PostgresInstance.install(data);
        }

        @Override
        List<String> command(List<String> prefix, Path data, int port) throws IOException {
            return PostgresInstance.command(prefix, data, port, "shared_buffers=256MB", "synchronous_commit=off",
                    "max_connections=500");
        }

        @Override
        boolean answers(Path data, int port) throws IOException {
            return PostgresInstance.answers(data);
        }

        @Override
        void stop(ServerProcess server) throws IOException, InterruptedException {
            if (server.isAlive())
                PostgresInstance.stop(server.pid());
            server.close();
        }

        /** A database of its own cannot be made and entered on one connection: the books are in the one that is there.
         * */
        @Override
        String administrator(int port) {
            return url(port, PostgresInstance.USER) + "?user=" + PostgresInstance.USER + "&reWriteBatchedInserts=true";
        }

        @Override
        List<String> prepare(String user) {
            return List.of("CREATE USER " + user + " SUPERUSER", "SET SESSION AUTHORIZATION " + user);
        }

        @Override
        String url(int port, String user) {
            return "jdbc:postgresql://127.0.0.1:" + port + "/" + PostgresInstance.USER;
        }

        @Override
        void give(Path directory) throws IOException, InterruptedException {
            PostgresInstance.give(directory);
        }
    };

    /** For people. */
    public final String title;
    final Dialect dialect;
    final String driver;
    /** How the name of the driver's file begins. */
    final String driverFile;
    /** What has the driver prepare statements in the server from the first execution on. */
    final String serverPrepared;

    Database(String title, Dialect dialect, String driver, String driverFile, String serverPrepared) {
        this.title = title;
        this.dialect = dialect;
        this.driver = driver;
        this.driverFile = driverFile;
        this.serverPrepared = serverPrepared;
    }

    /** As options and reports name it. */
    public String key() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    /** What the paper's bookstore has, where there is a choice. */
    public Map<String, String> paperEngines() {
        return this == MARIADB ? Map.of("item", "MyISAM") : Map.of();
    }

    /** Makes an empty data directory. */
    abstract void install(Path data) throws IOException, InterruptedException;

    /** @param prefix a command to run it under, may be empty */
    abstract List<String> command(List<String> prefix, Path data, int port) throws IOException;

    abstract boolean answers(Path data, int port) throws IOException;

    abstract void stop(ServerProcess server) throws IOException, InterruptedException;

    /** Where to {@link #prepare}. */
    abstract String administrator(int port);

    /** Statements that make a user, its database, and enter it. */
    abstract List<String> prepare(String user);

    abstract String url(int port, String user);

    /** Lets the server use a directory. */
    void give(Path directory) throws IOException, InterruptedException {}
}
