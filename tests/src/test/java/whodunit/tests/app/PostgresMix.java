// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.sql.BatchUpdateException;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Types;
import java.util.Arrays;
import java.util.List;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.postgresql.largeobject.LargeObject;
import org.postgresql.largeobject.LargeObjectManager;
import org.postgresql.util.PSQLException;

/**
 * All kinds of statements that pgjdbc sends, and all that the server answers, written down: with the agent and without
 * it must be the same. Arguments: JDBC URL, and options of it, one run for each.
 */
public final class PostgresMix {
    private static final int ROWS = 300;

    private PostgresMix() {}

    /** Uses the connection, which commits each statement when it is called and afterwards. */
    private interface Step {
        void run(Connection c) throws Exception;
    }

    public static void main(String[] args) throws Exception {
        for (String options : List.of(args).subList(1, args.length)) {
            System.out.println("== " + options);
            try (Connection c = DriverManager.getConnection(args[0] + options)) {
                if (options.contains("replication="))
                    step(c, "replication", PostgresMix::replication);
                else
                    mix(c);
            }
        }
    }

    private static void mix(Connection c) throws Exception {
        execute(c, "DROP TABLE IF EXISTS mix", "CREATE TABLE mix (id INT PRIMARY KEY, word TEXT, n BIGSERIAL)");
        step(c, "texts", PostgresMix::texts);
        step(c, "prepared", PostgresMix::prepared);
        step(c, "batches", PostgresMix::batches);
        step(c, "broken batch", PostgresMix::brokenBatch);
        step(c, "keys", PostgresMix::keys);
        step(c, "cursors", PostgresMix::cursors);
        step(c, "errors", PostgresMix::errors);
        step(c, "rollback", PostgresMix::rollback);
        step(c, "copies", PostgresMix::copies);
        step(c, "functions", PostgresMix::functions);
        step(c, "rows that can be changed", PostgresMix::updatable);
        step(c, "notifications", PostgresMix::notifications);
        step(c, "cancelled", PostgresMix::cancelled);
        step(c, "deallocated", PostgresMix::deallocated);
        step(c, "changed plan", PostgresMix::changedPlan);
        step(c, "large objects", PostgresMix::largeObjects);
        step(c, "described", PostgresMix::described);
        step(c, "long texts", PostgresMix::longTexts);
        step(c, "what is prepared", PostgresMix::whatIsPrepared);
    }

    private static void step(Connection c, String name, Step step) throws Exception {
        System.out.println("-- " + name);
        try {
            step.run(c);
        } catch (SQLException e) {
            tell(e);
        }
        if (!c.getAutoCommit()) {
            c.rollback();
            c.setAutoCommit(true);
        }
    }

    private static void tell(SQLException e) {
        System.out.println(e.getSQLState() + " " + e.getMessage());
        if (e instanceof PSQLException p && p.getServerErrorMessage() != null)
            System.out.println("at " + p.getServerErrorMessage().getPosition());
        if (e instanceof BatchUpdateException b)
            System.out.println("counts " + Arrays.toString(b.getUpdateCounts()));
        for (SQLException next = e.getNextException(); next != null; next = next.getNextException())
            System.out.println("next " + next.getSQLState() + " " + next.getMessage());
    }

    private static void execute(Connection c, String... texts) throws SQLException {
        try (Statement s = c.createStatement()) {
            for (String text : texts)
                s.execute(text);
        }
    }

    private static void rows(ResultSet r) throws SQLException {
        StringBuilder line = new StringBuilder();
        while (r.next()) {
            for (int i = 1; i <= r.getMetaData().getColumnCount(); i++)
                line.append(r.getString(i)).append(' ');
            line.append("| ");
        }
        System.out.println(line);
    }

    private static void texts(Connection c) throws SQLException {
        try (Statement s = c.createStatement()) {
            for (String text : List.of("SELECT 1", "SELECT 2;", "SELECT 3; SELECT 4; ", "SELECT 5 -- five", "",
                    ";", "/* of their own */ SELECT 6 /* behind */", "SELECT '7 -- /* '", "SELECT $q$ -- 8 $q$",
                    "INSERT INTO mix VALUES (1, 'one'), (2, 'two')", "UPDATE mix SET word = upper(word)",
                    "INSERT INTO mix VALUES (3, 'three'); SELECT word FROM mix ORDER BY id; DELETE FROM mix",
                    "SHOW server_encoding")) {
                boolean result = s.execute(text);
                while (result || s.getUpdateCount() >= 0) {
                    if (result)
                        rows(s.getResultSet());
                    else
                        System.out.println(s.getUpdateCount() + " changed");
                    result = s.getMoreResults();
                }
            }
        }
    }

    private static void prepared(Connection c) throws SQLException {
        try (PreparedStatement s = c.prepareStatement("SELECT ?::text || ?, ? + 1")) {
            for (int i = 0; i < 12; i++) {
                s.setString(1, "a" + i);
                s.setString(2, i % 3 == 0 ? null : "b");
                if (i == 8)
                    s.setLong(3, i);
                else
                    s.setInt(3, i);
                rows(s.executeQuery());
            }
        }
        try (PreparedStatement s = c.prepareStatement("SELECT encode(?, 'hex'), array_to_string(?, '-')")) {
            s.setBytes(1, new byte[] {1, 2, 3});
            s.setArray(2, c.createArrayOf("int4", new Object[] {1, 2, 3}));
            rows(s.executeQuery());
            s.setBinaryStream(1, new ByteArrayInputStream(new byte[100]), 100);
            rows(s.executeQuery());
        }
    }

    private static void fill(Connection c, int from) throws SQLException {
        try (PreparedStatement s = c.prepareStatement("INSERT INTO mix (id, word) VALUES (?, ?)")) {
            for (int i = 0; i < ROWS; i++) {
                s.setInt(1, from + i);
                s.setString(2, "word " + i);
                s.addBatch();
            }
            System.out.println(Arrays.stream(s.executeBatch()).boxed().distinct().toList());
        }
    }

    private static void batches(Connection c) throws SQLException {
        fill(c, 1000);
        c.setAutoCommit(false);
        for (int i = 0; i < 7; i++)
            fill(c, 2000 + i * ROWS);
        c.commit();
        try (Statement s = c.createStatement()) {
            s.addBatch("UPDATE mix SET word = 'x' WHERE id < 1100");
            s.addBatch("DELETE FROM mix WHERE id < 1050");
            System.out.println(Arrays.toString(s.executeBatch()));
        }
        try (PreparedStatement s = c.prepareStatement("INSERT INTO mix (id) VALUES (?) RETURNING id, n > 0")) {
            for (int i = 0; i < 9; i++) {
                s.setInt(1, 10 + i);
                rows(s.executeQuery());
            }
        }
        c.commit();
    }

    private static void brokenBatch(Connection c) throws SQLException {
        for (boolean each : new boolean[] {true, false}) {
            c.setAutoCommit(each);
            try (PreparedStatement s = c.prepareStatement("INSERT INTO mix (id, word) VALUES (?, 'again')")) {
                for (int round = 0; round < 7; round++) {
                    for (int i = 0; i < 5; i++) {
                        s.setInt(1, i == 3 ? 2000 : 50 + 5 * round + i);
                        s.addBatch();
                    }
                    try {
                        System.out.println(Arrays.toString(s.executeBatch()));
                    } catch (SQLException e) {
                        tell(e);
                        if (!each)
                            c.rollback();
                    }
                }
            }
        }
    }

    private static void keys(Connection c) throws SQLException {
        try (PreparedStatement s = c.prepareStatement("INSERT INTO mix (id, word) VALUES (?, 'key')",
                new String[] {"id"})) {
            for (int i = 0; i < 20; i++) {
                s.setInt(1, 100 + i);
                s.addBatch();
            }
            s.executeBatch();
            rows(s.getGeneratedKeys());
        }
    }

    private static void cursors(Connection c) throws SQLException {
        c.setAutoCommit(false);
        for (int round = 0; round < 7; round++)
            try (PreparedStatement s = c.prepareStatement("SELECT id FROM mix WHERE id >= ? ORDER BY id LIMIT 40");
                    PreparedStatement inner = c.prepareStatement("SELECT word FROM mix WHERE id = ?")) {
                s.setFetchSize(7);
                s.setInt(1, 2000);
                ResultSet r = s.executeQuery();
                while (r.next()) {
                    inner.setInt(1, r.getInt(1));
                    if (r.getInt(1) % 11 == 0)
                        rows(inner.executeQuery());
                }
            }
        try (PreparedStatement s = c.prepareStatement("SELECT id FROM mix ORDER BY id")) {
            s.setMaxRows(3);
            rows(s.executeQuery());
        }
    }

    private static void errors(Connection c) throws SQLException {
        for (String text : List.of("SELECT nothing FROM mix", "SELEKT 1", "SELECT 1; SELECT 1/0; SELECT 2",
                "SELECT * FROM mix WHERE id = 'x'", "INSERT INTO mix (id) VALUES (2000)", "COMMIT PREPARED 'none'"))
            try {
                execute(c, text);
            } catch (SQLException e) {
                tell(e);
            }
        try (PreparedStatement s = c.prepareStatement("SELECT 10 / ?")) {
            for (int i = 0; i < 14; i++)
                try {
                    s.setInt(1, i % 4);
                    rows(s.executeQuery());
                } catch (SQLException e) {
                    tell(e);
                }
        }
    }

    private static void rollback(Connection c) throws SQLException {
        c.setAutoCommit(false);
        try (PreparedStatement s = c.prepareStatement("UPDATE mix SET word = ? WHERE id = ?")) {
            for (int i = 0; i < 8; i++) {
                s.setString(1, "changed");
                s.setInt(2, 2000 + i);
                System.out.println(s.executeUpdate());
            }
            Savepoint before = c.setSavepoint();
            for (int i = 0; i < 2; i++)
                try {
                    execute(c, "SELECT 1/0");
                } catch (SQLException e) {
                    tell(e);
                }
            try {
                s.executeUpdate(); // in a failed transaction
            } catch (SQLException e) {
                tell(e);
            }
            c.rollback(before);
            System.out.println(s.executeUpdate());
            c.rollback();
        }
        try (Statement s = c.createStatement()) {
            rows(s.executeQuery("SELECT count(*) FROM mix WHERE word = 'changed'"));
        }
        c.rollback();
        c.setReadOnly(true);
        try {
            execute(c, "DELETE FROM mix");
        } catch (SQLException e) {
            tell(e);
        }
        c.rollback();
        c.setReadOnly(false);
    }

    private static void copies(Connection c) throws Exception {
        org.postgresql.copy.CopyManager copies = c.unwrap(PGConnection.class).getCopyAPI();
        System.out.println(copies.copyIn("COPY mix (id, word) FROM STDIN", new StringReader("90001\tin\n90002\tin\n")));
        StringWriter out = new StringWriter();
        System.out.println(copies.copyOut("COPY (SELECT id FROM mix WHERE id > 90000 ORDER BY 1) TO STDOUT", out));
        System.out.println(out.toString().replace('\n', ' '));
        c.setAutoCommit(false);
        try {
            copies.copyIn("COPY mix (id, word) FROM STDIN", new StringReader("not a number\tin\n"));
        } catch (SQLException e) {
            tell(e);
        }
        c.rollback();
        try {
            copies.copyIn("COPY nothing FROM STDIN", new StringReader("1\n"));
        } catch (SQLException e) {
            tell(e);
        }
    }

    private static void functions(Connection c) throws SQLException {
        execute(c, "CREATE OR REPLACE FUNCTION twice(n INT) RETURNS INT LANGUAGE sql AS 'SELECT n * 2'",
                "DO $$ BEGIN PERFORM 1; RAISE NOTICE 'done'; END $$");
        try (CallableStatement s = c.prepareCall("{? = call twice(?)}")) {
            for (int i = 0; i < 8; i++) {
                s.registerOutParameter(1, Types.INTEGER);
                s.setInt(2, i);
                s.execute();
                System.out.print(s.getInt(1) + " ");
            }
            System.out.println();
        }
        try (Statement s = c.createStatement()) {
            rows(s.executeQuery("SELECT prosrc FROM pg_proc WHERE proname = 'twice'"));
        }
    }

    private static void updatable(Connection c) throws SQLException {
        try (Statement s = c.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_UPDATABLE)) {
            ResultSet r = s.executeQuery("SELECT id, word FROM mix WHERE id BETWEEN 2000 AND 2010 ORDER BY id");
            while (r.next()) {
                r.updateString(2, "updated");
                r.updateRow();
            }
            r.first();
            r.deleteRow();
            rows(s.executeQuery("SELECT id, word FROM mix WHERE id BETWEEN 2000 AND 2002 ORDER BY id"));
        }
    }

    private static void notifications(Connection c) throws SQLException {
        execute(c, "LISTEN mix", "NOTIFY mix, 'hello'");
        PGNotification[] heard = c.unwrap(PGConnection.class).getNotifications();
        System.out.println(heard == null ? "none" : heard.length + " " + heard[0].getParameter());
    }

    private static void cancelled(Connection c) throws SQLException {
        execute(c, "SET statement_timeout = 30");
        try (PreparedStatement s = c.prepareStatement("SELECT pg_sleep(?)")) {
            for (int i = 0; i < 7; i++)
                try {
                    s.setDouble(1, i == 6 ? 5 : 0);
                    rows(s.executeQuery());
                } catch (SQLException e) {
                    tell(e);
                }
        }
        execute(c, "SET statement_timeout = 0");
    }

    private static void deallocated(Connection c) throws SQLException {
        try (PreparedStatement s = c.prepareStatement("SELECT word FROM mix WHERE id = ?")) {
            for (int i = 0; i < 16; i++)
                try {
                    s.setInt(1, 2010 + i);
                    rows(s.executeQuery());
                    if (i == 7)
                        execute(c, "DEALLOCATE ALL");
                    if (i == 13)
                        execute(c, "DISCARD ALL");
                } catch (SQLException e) {
                    tell(e);
                }
        }
    }

    private static void changedPlan(Connection c) throws SQLException {
        for (boolean each : new boolean[] {true, false}) {
            execute(c, "DROP TABLE IF EXISTS changing", "CREATE TABLE changing (a INT)",
                    "INSERT INTO changing VALUES (1)");
            c.setAutoCommit(each);
            try (PreparedStatement s = c.prepareStatement("SELECT * FROM changing WHERE a > ?")) {
                for (int i = 0; i < 9; i++)
                    try {
                        s.setInt(1, 0);
                        rows(s.executeQuery());
                        if (i == 6)
                            execute(c, "ALTER TABLE changing ADD b INT");
                    } catch (SQLException e) {
                        tell(e);
                    }
            }
            if (!each)
                c.rollback();
        }
    }

    private static void largeObjects(Connection c) throws SQLException {
        c.setAutoCommit(false);
        LargeObjectManager all = c.unwrap(PGConnection.class).getLargeObjectAPI();
        long id = all.createLO();
        try (LargeObject o = all.open(id)) {
            o.write("large".getBytes(StandardCharsets.US_ASCII));
            o.seek(0);
            System.out.println(new String(o.read(5), StandardCharsets.US_ASCII));
        }
        all.unlink(id);
        c.commit();
    }

    private static void described(Connection c) throws SQLException {
        try (PreparedStatement s = c.prepareStatement("SELECT id, word FROM mix WHERE n = ? AND word LIKE ?")) {
            System.out.println(s.getMetaData().getColumnTypeName(2) + s.getParameterMetaData().getParameterTypeName(1));
            System.out.println(s);
        }
        rows(c.getMetaData().getColumns(null, null, "mix", null));
    }

    private static void longTexts(Connection c) throws SQLException {
        for (int length : new int[] {8_100, 8_192, 20_000, 1 << 20, 3 << 20})
            try (Statement s = c.createStatement()) {
                ResultSet r = s.executeQuery("SELECT length('" + "x".repeat(length) + "')");
                rows(r);
            }
    }

    /** Its commands are no SQL, which such a connection takes as well. */
    private static void replication(Connection c) throws SQLException {
        try (Statement s = c.createStatement()) {
            System.out.println(s.executeQuery("IDENTIFY_SYSTEM").getMetaData().getColumnCount());
            System.out.println(s.executeQuery("CREATE_REPLICATION_SLOT mix TEMPORARY PHYSICAL").next());
            rows(s.executeQuery("SHOW server_encoding"));
            rows(s.executeQuery("SELECT 1"));
        }
    }

    /** Their names depend on what the collector has collected. */
    private static void whatIsPrepared(Connection c) throws SQLException {
        try (Statement s = c.createStatement()) {
            rows(s.executeQuery("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%who' || 'dunit%'"));
        }
    }
}
