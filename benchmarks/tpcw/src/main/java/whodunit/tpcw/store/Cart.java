// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.store;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A session's shopping cart, kept in the database. */
final class Cart {
    private static final String ATTRIBUTE = "cart";

    private Cart() {}

    /** The session's cart, made on first use. */
    static long of(HttpServletRequest request, Connection c) throws SQLException {
        HttpSession session = request.getSession();
        Long id = (Long) session.getAttribute(ATTRIBUTE);
        if (id != null)
            return id;
        try (PreparedStatement s = c.prepareStatement("INSERT INTO shopping_cart (sc_time) VALUES (NOW())",
                Statement.RETURN_GENERATED_KEYS)) {
            s.executeUpdate();
            ResultSet keys = s.getGeneratedKeys();
            keys.next();
            id = keys.getLong(1);
        }
        session.setAttribute(ATTRIBUTE, id);
        return id;
    }

    static void forget(HttpServletRequest request) {
        request.getSession().removeAttribute(ATTRIBUTE);
    }

    static void add(Connection c, long cart, int item) throws SQLException {
        try (PreparedStatement s = c.prepareStatement(Dialect.of(c).addToCart())) {
            s.setLong(1, cart);
            s.setInt(2, item);
            s.executeUpdate();
        }
    }

    /** Writes the lines into the page; returns the total in cents. */
    static long show(Connection c, long cart, Page page) throws SQLException {
        long total = 0;
        try (PreparedStatement s = c.prepareStatement(
                "SELECT i_id, i_title, i_cost, scl_qty FROM shopping_cart_line, "
                        + "item WHERE scl_i_id = i_id AND scl_sc_id = ?")) {
            s.setLong(1, cart);
            ResultSet r = s.executeQuery();
            while (r.next()) {
                page.item(r.getInt(1), r.getString(2), r.getInt(4) + " x " + r.getLong(3));
                total += r.getLong(3) * r.getInt(4);
            }
        }
        return total;
    }
}
