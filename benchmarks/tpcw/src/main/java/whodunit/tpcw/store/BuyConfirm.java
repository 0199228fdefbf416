// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.store;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Turns the cart into an order, in one database transaction. */
@WebServlet(name = "BuyConfirm", urlPatterns = "/BuyConfirm")
public final class BuyConfirm extends Interaction {
    private static final long serialVersionUID = 1;

    @Override
    void page(HttpServletRequest request, Connection c, Page page) throws SQLException {
        Integer customer = (Integer) request.getSession().getAttribute("customer");
        long cart = Cart.of(request, c);
        c.setAutoCommit(false);
        try {
            long total = Cart.show(c, cart, page);
            long order = order(c, customer == null ? 1 : customer, total);
            lines(c, order, cart);
            payment(c, order, total);
            c.commit();
            page.line("Order", order);
        } catch (SQLException e) {
            c.rollback();
            throw e;
        } finally {
            c.setAutoCommit(true);
        }
        Cart.forget(request);
    }

    private static long order(Connection c, int customer, long total) throws SQLException {
        try (PreparedStatement s = c.prepareStatement(
                "INSERT INTO orders (o_c_id, o_date, o_total, o_status, o_ship_addr_id) "
                        + "SELECT c_id, NOW(), ?, 'PENDING', c_addr_id FROM customer WHERE c_id = ?",
                Statement.RETURN_GENERATED_KEYS)) {
            s.setLong(1, total);
            s.setInt(2, customer);
            s.executeUpdate();
            ResultSet keys = s.getGeneratedKeys();
            keys.next();
            return keys.getLong(1);
        }
    }

    private static void lines(Connection c, long order, long cart) throws SQLException {
        try (PreparedStatement s = c.prepareStatement(
                "INSERT INTO order_line (ol_o_id, ol_i_id, ol_qty) SELECT ?, scl_i_id, scl_qty FROM "
                        + "shopping_cart_line WHERE scl_sc_id = ?")) {
            s.setLong(1, order);
            s.setLong(2, cart);
            s.executeUpdate();
        }
        try (PreparedStatement s = c.prepareStatement(Dialect.of(c).takeFromStock())) {
            s.setLong(1, cart);
            s.executeUpdate();
        }
        try (PreparedStatement s = c.prepareStatement("DELETE FROM shopping_cart_line WHERE scl_sc_id = ?")) {
            s.setLong(1, cart);
            s.executeUpdate();
        }
    }

    private static void payment(Connection c, long order, long total) throws SQLException {
        try (PreparedStatement s = c.prepareStatement(
                "INSERT INTO cc_xacts (cx_o_id, cx_type, cx_amount, cx_date) VALUES (?, 'VISA', ?, NOW())")) {
            s.setLong(1, order);
            s.setLong(2, total);
            s.executeUpdate();
        }
    }
}
