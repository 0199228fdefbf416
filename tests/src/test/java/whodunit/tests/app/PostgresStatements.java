// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import java.io.StringWriter;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import org.postgresql.PGConnection;
import whodunit.agent.api.Whodunit;

/**
 * Runs in a JVM with the agent: every kind of statement through pgjdbc, each under a transaction type of its own, in
 * turns on one connection. Each type uses a function of the server's that no other does. Argument: JDBC URL.
 */
public final class PostgresStatements {
    /** The server's C function that only this type's statements call. */
    public static final Map<String, String> FUNCTIONS = functions();
    private static final int UNIT = 2400;
    /** More than it takes until the driver names a statement. */
    private static final int TURNS = 10;

    private PostgresStatements() {}

    private static Map<String, String> functions() {
        Map<String, String> functions = new LinkedHashMap<>();
        functions.put("plain", "md5_text");
        functions.put("prepared", "numeric_power");
        functions.put("once", "numeric_fac");
        functions.put("batch", "numeric_log");
        functions.put("copy", "numeric_to_char");
        functions.put("cursor", "numeric_ln");
        functions.put("callable", "numeric_exp");
        return functions;
    }

    /** Burns as many units as the parameter says. */
    private static String burn(String expression, String count) {
        return "SELECT sum(length((" + expression + ")::text)) FROM generate_series(1, " + count + ") i";
    }

    private interface Work {
        void run() throws Exception;
    }

    private static void under(String type, Work work) throws Exception {
        int previous = Whodunit.begin(type);
        try {
            work.run();
        } finally {
            Whodunit.end(previous);
        }
    }

    public static void main(String[] args) throws Exception {
        try (Connection c = DriverManager.getConnection(args[0]);
                PreparedStatement prepared = c.prepareStatement(burn("power(i::numeric, 1.5)", "?"));
                PreparedStatement batch = c
                        .prepareStatement("INSERT INTO burnt " + burn("log(i::numeric)", "?"));
                PreparedStatement shared = c.prepareStatement(burn("sqrt(i * 1e60)", "?"));
                CallableStatement callable = c.prepareCall("{call burn(?)}")) {
            for (int turn = 0; turn < TURNS; turn++) {
                under("plain", () -> plain(c, burn("md5(repeat(i::text, 200))", "" + UNIT)));
                under("prepared", () -> prepared(prepared, UNIT));
                under("once", () -> once(c));
                under("batch", () -> batch(batch));
                under("first", () -> first(shared));
                under("second", () -> second(shared));
                under("copy", () -> copy(c));
                under("cursor", () -> cursor(c));
                under("callable", () -> callable(callable));
            }
        }
    }

    private static void plain(Connection c, String text) throws SQLException {
        try (Statement s = c.createStatement()) {
            s.execute(text);
        }
    }

    private static void prepared(PreparedStatement s, int n) throws SQLException {
        s.setInt(1, n);
        s.executeQuery().next();
    }

    private static void once(Connection c) throws SQLException {
        try (PreparedStatement s = c.prepareStatement(burn("factorial(100 + i % 100)", "?"))) {
            prepared(s, UNIT / 3);
        }
    }

    private static void first(PreparedStatement s) throws SQLException {
        prepared(s, 20 * UNIT);
    }

    private static void second(PreparedStatement s) throws SQLException {
        prepared(s, 60 * UNIT);
    }

    private static void batch(PreparedStatement s) throws SQLException {
        for (int i = 0; i < 3; i++) {
            s.setInt(1, UNIT / 3);
            s.addBatch();
        }
        s.executeBatch();
    }

    private static void copy(Connection c) throws Exception {
        c.unwrap(PGConnection.class).getCopyAPI()
                .copyOut("COPY (" + burn("to_char(i::numeric, '999G999D99')", "" + 8 * UNIT) + ") TO STDOUT",
                        new StringWriter());
    }

    /** Rows by the way, so that each piece that is fetched has its work. */
    private static void cursor(Connection c) throws SQLException {
        c.setAutoCommit(false);
        try (PreparedStatement s = c.prepareStatement("SELECT ln(i::numeric) FROM series(?) i")) {
            s.setFetchSize(UNIT / 10);
            s.setInt(1, UNIT);
            ResultSet r = s.executeQuery();
            while (r.next());
        }
        c.commit();
        c.setAutoCommit(true);
    }

    private static void callable(CallableStatement s) throws SQLException {
        s.setInt(1, UNIT);
        s.execute();
    }
}
