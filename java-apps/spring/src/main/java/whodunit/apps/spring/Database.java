// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.spring;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** The one call path on which all requests meet the driver. */
final class Database {
    /** MD5 computations of the cheapest request. */
    private static final int UNIT = 50_000;
    private static final ThreadLocal<Connection> CONNECTION = new ThreadLocal<>();

    private Database() {}

    static String burn(int units) {
        try (PreparedStatement s = connection().prepareStatement("SELECT BENCHMARK(?, MD5('whodunit'))")) {
            s.setInt(1, units * UNIT);
            s.executeQuery().close();
            return "burnt " + units;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Connection connection() throws SQLException {
        Connection c = CONNECTION.get();
        if (c == null)
            CONNECTION.set(c = DriverManager.getConnection(System.getProperty("db")));
        return c;
    }
}
