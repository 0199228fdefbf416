// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcc.transaction;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A terminal's connection, with its statements. Each transaction ends in {@link #commit} or {@link #rollback}. */
public final class Session implements AutoCloseable {
    private final Connection c;
    private final Map<String, PreparedStatement> statements = new HashMap<>();

    public Session(String url) throws SQLException {
        c = DriverManager.getConnection(url);
        c.setAutoCommit(false);
    }

    private PreparedStatement statement(String sql, Object... values) throws SQLException {
        PreparedStatement s = statements.get(sql);
        if (s == null)
            statements.put(sql, s = c.prepareStatement(sql));
        for (int i = 0; i < values.length; i++)
            s.setObject(i + 1, values[i]);
        return s;
    }

    /** Makes something of a row. */
    interface Reading<T> {
        T of(ResultSet row) throws SQLException;
    }

    <T> List<T> rows(Reading<T> reading, String sql, Object... values) throws SQLException {
        try (ResultSet r = statement(sql, values).executeQuery()) {
            List<T> rows = new ArrayList<>();
            while (r.next())
                rows.add(reading.of(r));
            return rows;
        }
    }

    /** The first row; null if there is none. */
    <T> T row(Reading<T> reading, String sql, Object... values) throws SQLException {
        List<T> rows = rows(reading, sql, values);
        return rows.isEmpty() ? null : rows.get(0);
    }

    /** Changes rows, at least one. */
    void change(String sql, Object... values) throws SQLException {
        if (statement(sql, values).executeUpdate() == 0)
            throw new SQLException("nothing was changed by: " + sql);
    }

    void commit() throws SQLException {
        c.commit();
    }

    public void rollback() throws SQLException {
        c.rollback();
    }

    @Override
    public void close() throws SQLException {
        c.close();
    }
}
