// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;

/** If the property whodunit.url names a database: sends it statements that say whose they are. */
final class NamedStatements {
    private static final String URL = System.getProperty("whodunit.url");
    private static final AtomicInteger SENT = new AtomicInteger();
    /** A pool in which nothing is handed over that anybody could follow. */
    private static final Deque<Connection> IDLE = new ArrayDeque<>();

    private NamedStatements() {}

    /**
     * One statement, from the calling thread.
     *
     * @param kind of the hand-over
     * @param type the transaction type that it should have; empty: none
     */
    static void send(String kind, String type) {
        if (URL == null)
            return;
        try {
            Connection connection = take();
            try (Statement s = connection.createStatement()) {
                s.execute("DO '" + kind.replace('\'', '`') + "|" + type + "|" + SENT.incrementAndGet() + "'");
            }
            synchronized (IDLE) {
                IDLE.push(connection);
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Connection take() throws SQLException {
        synchronized (IDLE) {
            if (!IDLE.isEmpty())
                return IDLE.pop();
        }
        return DriverManager.getConnection(URL);
    }
}
