// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.springkafka.billing;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** Each kind of work burns the server's CPU in a function of its own. */
final class Database {
    private static final int UNIT = 50_000;
    private static final ThreadLocal<Connection> CONNECTION = new ThreadLocal<>();

    private Database() {}

    static void bill(String what) {
        if (what.equals("concert"))
            burn("SELECT BENCHMARK(?, MD5('x'))", 1);
        else
            burn("SELECT BENCHMARK(?, SHA1('x'))", 2);
    }

    static void sum(int sales) {
        burn("SELECT BENCHMARK(?, SOUNDEX('whodunit'))", 2 * sales);
    }

    private static void burn(String sql, int units) {
        try (PreparedStatement s = connection().prepareStatement(sql)) {
            s.setInt(1, units * UNIT);
            s.executeQuery().close();
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
