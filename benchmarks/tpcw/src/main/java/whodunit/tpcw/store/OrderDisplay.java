// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.store;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The customer's last order with its lines. */
@WebServlet(name = "OrderDisplay", urlPatterns = "/OrderDisplay")
public final class OrderDisplay extends Interaction {
    private static final long serialVersionUID = 1;

    @Override
    void page(HttpServletRequest request, Connection c, Page page) throws SQLException {
        try (PreparedStatement s = c.prepareStatement("SELECT o_id, o_date, o_total, o_status FROM customer, orders "
                + "WHERE o_c_id = c_id AND c_uname = ? ORDER BY o_id DESC LIMIT 1")) {
            s.setString(1, text(request, "uname", "U1"));
            ResultSet r = s.executeQuery();
            if (!r.next()) {
                page.line("Orders", "none");
                return;
            }
            page.line("Order", r.getLong(1)).line("Status", r.getString(4));
            lines(c, r.getLong(1), page);
        }
    }

    private static void lines(Connection c, long order, Page page) throws SQLException {
        try (PreparedStatement s = c.prepareStatement(
                "SELECT i_id, i_title, ol_qty FROM order_line, item WHERE ol_i_id = i_id AND ol_o_id = ?")) {
            s.setLong(1, order);
            ResultSet r = s.executeQuery();
            while (r.next())
                page.item(r.getInt(1), r.getString(2), r.getInt(3));
        }
    }
}
