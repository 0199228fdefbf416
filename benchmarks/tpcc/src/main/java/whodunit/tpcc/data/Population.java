// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcc.data;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;

/** Makes the tables and fills them as clause 4.3.3 says; as many warehouses always have the same rows. */
public final class Population {
    /** To be raised with every change of what is filled in: populated directories are kept. */
    public static final int VERSION = 1;

    private static final int BATCH = 1000;
    /** The orders of a district from which on nothing is delivered yet. */
    private static final int UNDELIVERED = 2101;
    private static final Timestamp NOW = Timestamp.valueOf("2024-01-01 00:00:00");

    private final Connection c;
    private final Draw draw = new Draw(42);

    private Population(Connection c) {
        this.c = c;
    }

    /** @param c an autocommitting connection to an empty database */
    public static void create(Connection c, int warehouses) throws SQLException {
        try (Statement s = c.createStatement()) {
            for (String table : Schema.statements())
                s.execute(table);
            s.execute("SET unique_checks = 0");
        }
        c.setAutoCommit(false);
        Population p = new Population(c);
        p.items();
        for (int w = 1; w <= warehouses; w++)
            p.warehouse(w);
        c.setAutoCommit(true);
    }

    /** Rows of one table, sent in batches. */
    private final class Rows implements AutoCloseable {
        private final PreparedStatement s;
        private int waiting;

        Rows(String table, int columns) throws SQLException {
            s = c.prepareStatement("INSERT INTO " + table + " VALUES (?" + ",?".repeat(columns - 1) + ")");
        }

        void add(Object... values) throws SQLException {
            for (int i = 0; i < values.length; i++)
                s.setObject(i + 1, values[i]);
            s.addBatch();
            if (++waiting == BATCH)
                flush();
        }

        private void flush() throws SQLException {
            s.executeBatch();
            c.commit();
            waiting = 0;
        }

        @Override
        public void close() throws SQLException {
            if (waiting > 0)
                flush();
            s.close();
        }
    }

    private void items() throws SQLException {
        try (Rows rows = new Rows("item", 5)) {
            for (int i = 1; i <= Draw.ITEMS; i++)
                rows.add(i, draw.between(1, 10_000), draw.letters(14, 24), draw.money(100, 10_000), draw.data());
        }
    }

    private void warehouse(int w) throws SQLException {
        try (Rows rows = new Rows("warehouse", 9)) {
            rows.add(w, draw.letters(6, 10), draw.letters(10, 20), draw.letters(10, 20), draw.letters(10, 20),
                    draw.letters(2, 2), draw.zip(), draw.between(0, 2000) / 1e4, 300_000);
        }
        stock(w);
        for (int d = 1; d <= Draw.DISTRICTS; d++) {
            district(w, d);
            customers(w, d);
            orders(w, d);
        }
    }

    private void stock(int w) throws SQLException {
        int before = 3;
        Object[] row = new Object[before + Draw.DISTRICTS + 4];
        try (Rows rows = new Rows("stock", row.length)) {
            for (int i = 1; i <= Draw.ITEMS; i++) {
                row[0] = i;
                row[1] = w;
                row[2] = draw.between(10, 100);
                for (int d = 0; d < Draw.DISTRICTS; d++)
                    row[before + d] = draw.letters(24, 24);
                row[row.length - 4] = row[row.length - 3] = row[row.length - 2] = 0;
                row[row.length - 1] = draw.data();
                rows.add(row);
            }
        }
    }

    private void district(int w, int d) throws SQLException {
        try (Rows rows = new Rows("district", 11)) {
            rows.add(d, w, draw.letters(6, 10), draw.letters(10, 20), draw.letters(10, 20), draw.letters(10, 20),
                    draw.letters(2, 2), draw.zip(), draw.between(0, 2000) / 1e4, 30_000, Draw.CUSTOMERS + 1);
        }
    }

    private void customers(int w, int d) throws SQLException {
        try (Rows rows = new Rows("customer", 21); Rows history = new Rows("history", 8)) {
            for (int id = 1; id <= Draw.CUSTOMERS; id++) {
                rows.add(id, d, w, draw.letters(8, 16), "OE", draw.populatedLastName(id), draw.letters(10, 20),
                        draw.letters(10, 20), draw.letters(10, 20), draw.letters(2, 2), draw.zip(), draw.digits(16),
                        NOW, draw.percent(10) ? "BC" : "GC", 50_000, draw.between(0, 5000) / 1e4, -10, 10, 1, 0,
                        draw.letters(300, 500));
                history.add(id, d, w, d, w, NOW, 10, draw.letters(12, 24));
            }
        }
    }

    private void orders(int w, int d) throws SQLException {
        int[] customers = draw.permutation(Draw.CUSTOMERS);
        try (Rows rows = new Rows("orders", 8); Rows lines = new Rows("order_line", 10);
                Rows undelivered = new Rows("new_order", 3)) {
            for (int o = 1; o <= Draw.CUSTOMERS; o++) {
                boolean delivered = o < UNDELIVERED;
                int count = draw.between(5, 15);
                rows.add(o, d, w, customers[o - 1], NOW, delivered ? draw.between(1, 10) : null, count, 1);
                for (int line = 1; line <= count; line++)
                    lines.add(o, d, w, line, draw.between(1, Draw.ITEMS), w, delivered ? NOW : null, 5,
                            delivered ? 0 : draw.money(1, 999_999), draw.letters(24, 24));
                if (!delivered)
                    undelivered.add(o, d, w);
            }
        }
    }
}
