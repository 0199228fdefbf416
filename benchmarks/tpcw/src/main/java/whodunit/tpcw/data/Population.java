// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.data;

import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import whodunit.tpcw.store.Dialect;

/** Makes the schema and fills it; the same scale always gives the same rows. */
public final class Population {
    /** To be raised with every change of what is filled in: populated directories are kept. */
    static final int VERSION = 1;

    private static final int BATCH = 1000;
    private static final LocalDate NOW = LocalDate.of(2024, 1, 1);

    private final Connection c;
    private final Scale scale;
    private final Dialect dialect;
    private final Random random = new Random(42);
    private final Set<String> tables = new TreeSet<>();

    private Population(Connection c, Scale scale, Dialect dialect) {
        this.c = c;
        this.scale = scale;
        this.dialect = dialect;
    }

    /** @param c an autocommitting connection to an empty database */
    public static void create(Connection c, Scale scale, Dialect dialect) throws SQLException {
        Population p = new Population(c, scale, dialect);
        p.schema();
        for (String table : scale.engines().keySet())
            if (!p.tables.contains(table))
                throw new SQLException("an engine for '" + table + "', but there is no such table; there is: "
                        + String.join(", ", p.tables));
        c.setAutoCommit(false);
        p.countries();
        p.authors();
        p.items();
        p.addresses();
        p.customers();
        p.orders();
        c.setAutoCommit(true);
        try (Statement s = c.createStatement()) {
            for (String statement : dialect.filled())
                s.execute(statement);
        }
    }

    private void schema() throws SQLException {
        table("country", "co_id INT PRIMARY KEY, co_name VARCHAR(50)");
        table("author", "a_id INT PRIMARY KEY, a_fname VARCHAR(20), a_lname VARCHAR(20), a_bio TEXT");
        table("item",
                "i_id INT PRIMARY KEY, i_title VARCHAR(60), i_a_id INT, i_pub_date DATE, i_publisher VARCHAR(60), "
                        + "i_subject VARCHAR(60), i_desc TEXT, i_related1 INT, i_related2 INT, i_related3 INT, "
                        + "i_related4 INT, i_related5 INT, i_cost INT, i_stock INT, KEY (i_a_id), KEY (i_subject)");
        table("address", "addr_id INT PRIMARY KEY, addr_street VARCHAR(40), addr_city VARCHAR(30), addr_co_id INT");
        table("customer",
                "c_id INT PRIMARY KEY, c_uname VARCHAR(20), c_fname VARCHAR(17), c_lname VARCHAR(17), c_addr_id INT, "
                        + "c_discount INT, UNIQUE KEY (c_uname)");
        table("orders",
                "o_id INT PRIMARY KEY AUTO_INCREMENT, o_c_id INT, o_date DATETIME, o_total INT, o_status VARCHAR(16), "
                        + "o_ship_addr_id INT, KEY (o_c_id)");
        table("order_line",
                "ol_id INT PRIMARY KEY AUTO_INCREMENT, ol_o_id INT, ol_i_id INT, ol_qty INT, KEY (ol_o_id), "
                        + "KEY (ol_i_id)");
        table("cc_xacts", "cx_o_id INT PRIMARY KEY, cx_type VARCHAR(10), cx_amount INT, cx_date DATETIME");
        table("shopping_cart", "sc_id INT PRIMARY KEY AUTO_INCREMENT, sc_time DATETIME");
        table("shopping_cart_line", "scl_sc_id INT, scl_i_id INT, scl_qty INT, PRIMARY KEY (scl_sc_id, scl_i_id)");
    }

    private void table(String name, String columns) throws SQLException {
        try (Statement s = c.createStatement()) {
            for (String statement : dialect.create(name, columns, scale.engine(name)))
                s.execute(statement);
        }
        tables.add(name);
    }

    /** Sets one row's columns. */
    private interface Row {
        void set(PreparedStatement s, int id) throws SQLException;
    }

    private void fill(String table, String columns, int rows, Row row) throws SQLException {
        String marks = "?" + ",?".repeat(columns.split(",").length - 1);
        try (PreparedStatement s = c
                .prepareStatement("INSERT INTO " + table + " (" + columns + ") VALUES (" + marks + ")")) {
            for (int id = 1; id <= rows; id++) {
                row.set(s, id);
                s.addBatch();
                if (id % BATCH == 0 || id == rows)
                    s.executeBatch();
            }
        }
        c.commit();
    }

    private void countries() throws SQLException {
        fill("country", "co_id,co_name", 92, (s, id) -> {
            s.setInt(1, id);
            s.setString(2, "Country " + id);
        });
    }

    private void authors() throws SQLException {
        fill("author", "a_id,a_fname,a_lname,a_bio", scale.authors(), (s, id) -> {
            s.setInt(1, id);
            s.setString(2, Words.syllables(random.nextInt(1000), 2));
            s.setString(3, Words.syllables(id, 5));
            s.setString(4, Words.text(random, 40));
        });
    }

    private void items() throws SQLException {
        int n = scale.items();
        fill("item",
                "i_id,i_title,i_a_id,i_pub_date,i_publisher,i_subject,i_desc,i_related1,i_related2,i_related3,"
                        + "i_related4,i_related5,i_cost,i_stock",
                n, (s, id) -> {
                    s.setInt(1, id);
                    s.setString(2, cut(Words.syllables(id, 4) + " " + Words.text(random, 3 + random.nextInt(5))));
                    s.setInt(3, id <= scale.authors() ? id : 1 + random.nextInt(scale.authors()));
                    s.setDate(4, Date.valueOf(NOW.minusDays(1 + random.nextInt(30000))));
                    s.setString(5, cut(Words.text(random, 4)));
                    s.setString(6, Words.subject(random));
                    s.setString(7, Words.text(random, 30));
                    for (int i = 0; i < 5; i++)
                        s.setInt(8 + i, 1 + (id + 7 * (i + 1)) % n);
                    s.setInt(13, 100 + random.nextInt(9900));
                    s.setInt(14, 10 + random.nextInt(21));
                });
    }

    private void addresses() throws SQLException {
        fill("address", "addr_id,addr_street,addr_city,addr_co_id", 2 * scale.customers(), (s, id) -> {
            s.setInt(1, id);
            s.setString(2, Words.syllables(random.nextInt(1_000_000), 6));
            s.setString(3, Words.syllables(random.nextInt(10_000), 4));
            s.setInt(4, 1 + random.nextInt(92));
        });
    }

    private void customers() throws SQLException {
        fill("customer", "c_id,c_uname,c_fname,c_lname,c_addr_id,c_discount", scale.customers(), (s, id) -> {
            s.setInt(1, id);
            s.setString(2, "U" + id);
            s.setString(3, Words.syllables(random.nextInt(1000), 3));
            s.setString(4, Words.syllables(id, 3));
            s.setInt(5, 1 + random.nextInt(2 * scale.customers()));
            s.setInt(6, random.nextInt(51));
        });
    }

    private void orders() throws SQLException {
        fill("orders", "o_id,o_c_id,o_date,o_total,o_status,o_ship_addr_id", scale.orders(), (s, id) -> {
            s.setInt(1, id);
            s.setInt(2, 1 + random.nextInt(scale.customers()));
            s.setTimestamp(3, Timestamp.valueOf(NOW.minusDays(1 + random.nextInt(60)).atStartOfDay()));
            s.setInt(4, 100 + random.nextInt(30000));
            s.setString(5, "SHIPPED");
            s.setInt(6, 1 + random.nextInt(2 * scale.customers()));
        });
        fill("order_line", "ol_id,ol_o_id,ol_i_id,ol_qty", 3 * scale.orders(), (s, id) -> {
            s.setInt(1, id);
            s.setInt(2, (id + 2) / 3);
            s.setInt(3, 1 + random.nextInt(scale.items()));
            s.setInt(4, 1 + random.nextInt(10));
        });
        fill("cc_xacts", "cx_o_id,cx_type,cx_amount,cx_date", scale.orders(), (s, id) -> {
            s.setInt(1, id);
            s.setString(2, "VISA");
            s.setInt(3, 100 + random.nextInt(30000));
            s.setTimestamp(4, Timestamp.valueOf(NOW.atStartOfDay()));
        });
    }

    private static String cut(String text) {
        return text.length() <= 60 ? text : text.substring(0, 60);
    }
}
