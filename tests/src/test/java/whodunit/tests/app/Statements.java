// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;
import org.apache.commons.dbcp2.BasicDataSource;
import whodunit.agent.api.Whodunit;

/**
 * Runs in a JVM with the agent: every kind of statement, through the driver and pool that the arguments name, each
 * under a transaction type of its own. Arguments: JDBC URL; none, hikari, tomcat or dbcp.
 */
public final class Statements {
    private static final String BURN = "SELECT BENCHMARK(?, MD5('x'))";
    private static final int UNIT = 50_000;
    /** So often the two paths of one statement take turns: the machine's changing speed meets both alike. */
    private static final int TURNS = 24;

    private Statements() {}

    /** Gives connections. */
    private interface Source extends AutoCloseable {
        Connection connection() throws SQLException;

        @Override
        default void close() throws Exception {}
    }

    private static Source source(String url, String pool) {
        return switch (pool) {
            case "hikari" -> {
                HikariConfig config = new HikariConfig();
                config.setJdbcUrl(url);
                HikariDataSource hikari = new HikariDataSource(config);
                yield hikari::getConnection;
            }
            case "tomcat" -> {
                org.apache.tomcat.jdbc.pool.DataSource tomcat = new org.apache.tomcat.jdbc.pool.DataSource();
                tomcat.setUrl(url);
                tomcat.setDriverClassName(
                        url.startsWith("jdbc:mysql") ? "com.mysql.cj.jdbc.Driver" : "org.mariadb.jdbc.Driver");
                yield tomcat::getConnection;
            }
            case "dbcp" -> {
                BasicDataSource dbcp = new BasicDataSource();
                dbcp.setUrl(url);
                yield dbcp::getConnection;
            }
            default -> () -> DriverManager.getConnection(url);
        };
    }

    public static void main(String[] args) throws Exception {
        try (Source source = source(args[0], args[1]); Connection c = source.connection()) {
            under("plain", () -> plain(c));
            under("prepared", () -> prepared(c));
            under("callable", () -> callable(c));
            under("batch", () -> batch(c));
            under("multi", () -> multi(args[0], c));
            try (PreparedStatement shared = c.prepareStatement(BURN)) {
                for (int i = 0; i < TURNS; i++) {
                    under("first", () -> first(shared));
                    under("second", () -> second(shared));
                }
            }
            tasks(c);
        }
        System.exit(0);
    }

    private static void under(String type, Callable<?> work) throws Exception {
        int previous = Whodunit.begin(type);
        try {
            work.call();
        } finally {
            Whodunit.end(previous);
        }
    }

    private static Object plain(Connection c) throws SQLException {
        try (Statement s = c.createStatement()) {
            return s.executeQuery("SELECT BENCHMARK(" + UNIT + ", MD5('x'))").next();
        }
    }

    private static Object prepared(Connection c) throws SQLException {
        try (PreparedStatement s = c.prepareStatement(BURN)) {
            return run(s, UNIT);
        }
    }

    private static Object callable(Connection c) throws SQLException {
        try (CallableStatement s = c.prepareCall("{call test.burn(?)}")) {
            s.setInt(1, UNIT);
            return s.execute();
        }
    }

    private static Object batch(Connection c) throws SQLException {
        try (PreparedStatement s = c.prepareStatement("INSERT INTO test.burnt VALUES (BENCHMARK(?, MD5('x')))")) {
            for (int i = 0; i < 3; i++) {
                s.setInt(1, UNIT / 3);
                s.addBatch();
            }
            return s.executeBatch();
        }
    }

    /** Text that a comment at its end would break: a trailing semicolon where several statements are allowed. */
    private static Object multi(String url, Connection c) throws SQLException {
        try (Statement s = c.createStatement()) {
            boolean several = url.contains("allowMultiQueries");
            return s.execute("SELECT BENCHMARK(" + UNIT + ", MD5('x'));" + (several ? " SELECT 2;" : ""));
        }
    }

    private static Object first(PreparedStatement s) throws SQLException {
        return run(s, UNIT);
    }

    private static Object second(PreparedStatement s) throws SQLException {
        return run(s, 3 * UNIT);
    }

    private static Object run(PreparedStatement s, int n) throws SQLException {
        s.setInt(1, n);
        return s.executeQuery().next();
    }

    private static void tasks(Connection c) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        under("submit", () -> pool.submit(() -> plain(c)).get());
        under("execute", () -> {
            CountDownLatch done = new CountDownLatch(1);
            pool.execute(() -> {
                try {
                    plain(c);
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                } finally {
                    done.countDown();
                }
            });
            done.await();
            return null;
        });
        under("future", () -> CompletableFuture.supplyAsync(() -> quietly(c)).get());
        under("then", () -> CompletableFuture.supplyAsync(() -> 1, pool).thenApplyAsync(x -> quietly(c), pool).get());
        under("forkjoin", () -> new ForkJoinPool(2).invoke(new RecursiveTask<Object>() {
            @Override
            protected Object compute() {
                return new RecursiveTask<Object>() {
                    @Override
                    protected Object compute() {
                        return quietly(c);
                    }
                }.fork().join();
            }
        }));
        if (pool.submit(Whodunit::current).get() != 0)
            throw new AssertionError("a worker kept the context of an earlier task");
        pool.shutdown();
    }

    private static Object quietly(Connection c) {
        try {
            return plain(c);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
