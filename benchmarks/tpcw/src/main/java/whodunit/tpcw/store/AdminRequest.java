// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.store;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The book that an administrator is about to change. */
@WebServlet(name = "AdminRequest", urlPatterns = "/AdminRequest")
public final class AdminRequest extends Interaction {
    private static final long serialVersionUID = 1;

    @Override
    void page(HttpServletRequest request, Connection c, Page page) throws SQLException {
        try (PreparedStatement s = c.prepareStatement(
                "SELECT i_id, i_title, i_cost, a_lname FROM item, author WHERE i_a_id = a_id AND i_id = ?")) {
            s.setInt(1, number(request, "i_id", 1));
            ResultSet r = s.executeQuery();
            if (r.next())
                page.item(r.getInt(1), r.getString(2), r.getString(4)).line("Cost", r.getLong(3));
        }
    }
}
