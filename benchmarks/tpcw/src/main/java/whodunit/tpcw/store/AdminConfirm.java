// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.store;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Changes a book, and computes its related books anew: what its recent buyers bought most besides it, over the last
 * 10000 orders.
 */
@WebServlet(name = "AdminConfirm", urlPatterns = "/AdminConfirm")
public final class AdminConfirm extends Interaction {
    private static final long serialVersionUID = 1;

    @Override
    void page(HttpServletRequest request, Connection c, Page page) throws SQLException {
        int item = number(request, "i_id", 1);
        try (PreparedStatement s = c
                .prepareStatement("UPDATE item SET i_cost = ?, i_pub_date = CURRENT_DATE WHERE i_id = ?")) {
            s.setInt(1, number(request, "cost", 1000));
            s.setInt(2, item);
            s.executeUpdate();
        }
        List<Integer> related = related(c, item);
        for (int i = related.size(); i < 5; i++)
            related.add(item + i + 1);
        try (PreparedStatement s = c.prepareStatement(
                "UPDATE item SET i_related1 = ?, i_related2 = ?, i_related3 = ?, i_related4 = ?, "
                        + "i_related5 = ? WHERE i_id = ?")) {
            for (int i = 0; i < 5; i++)
                s.setInt(i + 1, related.get(i));
            s.setInt(6, item);
            s.executeUpdate();
        }
        page.item(item, "changed", related);
    }

    private static List<Integer> related(Connection c, int item) throws SQLException {
        List<Integer> related = new ArrayList<>();
        try (PreparedStatement s = c.prepareStatement(
                "SELECT ol_i_id FROM orders, order_line WHERE orders.o_id = order_line.ol_o_id AND NOT (ol_i_id = ?) "
                        + "AND orders.o_c_id IN (SELECT o_c_id FROM orders, order_line WHERE orders.o_id = "
                        + "order_line.ol_o_id AND orders.o_id > (SELECT MAX(o_id) - 10000 FROM orders) AND ol_i_id = "
                        + "?) GROUP BY ol_i_id ORDER BY SUM(ol_qty) DESC LIMIT 5")) {
            s.setInt(1, item);
            s.setInt(2, item);
            ResultSet r = s.executeQuery();
            while (r.next())
                related.add(r.getInt(1));
        }
        return related;
    }
}
