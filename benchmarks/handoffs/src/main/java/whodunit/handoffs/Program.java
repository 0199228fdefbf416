// SPDX-License-Identifier: Apache-2.0
package whodunit.handoffs;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import whodunit.agent.api.Whodunit;

/**
 * Runs in a JVM with the agent: work of many transaction types and of none is handed over in every way, and each piece
 * of it sends a statement that says whose it is. Arguments: JDBC URL, statements of a loop, statements of each other
 * kind, whether on virtual threads.
 */
public final class Program {
    /** How many types; work whose number's remainder is 0 is nobody's. */
    private static final int TYPES = 16;
    private static final int CONNECTIONS = 8;

    private final Connections connections;
    private final AtomicInteger failed = new AtomicInteger();

    private Program(String url) throws SQLException {
        connections = new Connections(url);
    }

    public static void main(String[] arguments) throws Exception {
        Program program = new Program(arguments[0]);
        for (Map.Entry<String, HandOver> kind : HandOvers.all(Boolean.parseBoolean(arguments[3])).entrySet())
            program.run(kind.getKey(), kind.getValue(),
                    Integer.parseInt(arguments[HandOvers.LOOPS.contains(kind.getKey()) ? 1 : 2]));
        System.exit(program.failed.get() == 0 ? 0 : 1);
    }

    /** The type's name, as it stands in the statement; empty: none. */
    private static String type(int number) {
        return number % TYPES == 0 ? "" : "type " + number % TYPES;
    }

    private void run(String kind, HandOver handOver, int statements) throws Exception {
        Semaphore done = new Semaphore(0);
        for (int i = 1; i <= statements; i++) { // the first one is somebody's
            String type = type(i), sql = "DO '" + kind + "|" + type + "|" + i + "'";
            Runnable work = () -> {
                execute(sql);
                done.release();
            };
            if (type.isEmpty()) {
                handOver.give(work);
                continue;
            }
            int before = Whodunit.begin(type);
            try {
                handOver.give(work);
            } finally {
                Whodunit.end(before);
            }
        }
        done.acquire(statements);
    }

    private void execute(String sql) {
        try {
            Connection connection = connections.take();
            try (Statement s = connection.createStatement()) {
                s.execute(sql);
            } finally {
                connections.putBack(connection);
            }
        } catch (SQLException | InterruptedException e) {
            failed.incrementAndGet();
            e.printStackTrace();
        }
    }

    /** A pool in which nothing is handed over that anybody could follow. */
    private static final class Connections {
        private final Semaphore free = new Semaphore(CONNECTIONS);
        private final ArrayDeque<Connection> idle = new ArrayDeque<>();

        Connections(String url) throws SQLException {
            for (int i = 0; i < CONNECTIONS; i++)
                idle.add(DriverManager.getConnection(url));
        }

        Connection take() throws InterruptedException {
            free.acquire();
            synchronized (idle) {
                return idle.removeFirst();
            }
        }

        void putBack(Connection connection) {
            synchronized (idle) {
                idle.addLast(connection);
            }
            free.release();
        }
    }
}
