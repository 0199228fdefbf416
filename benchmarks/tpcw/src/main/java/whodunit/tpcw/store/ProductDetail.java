// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.store;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** All about one book. */
@WebServlet(name = "ProductDetail", urlPatterns = "/ProductDetail")
public final class ProductDetail extends Interaction {
    private static final long serialVersionUID = 1;

    @Override
    void page(HttpServletRequest request, Connection c, Page page) throws SQLException {
        try (PreparedStatement s = c.prepareStatement("SELECT * FROM item, author WHERE i_a_id = a_id AND i_id = ?")) {
            s.setInt(1, number(request, "i_id", 1));
            ResultSet r = s.executeQuery();
            if (r.next())
                page.item(r.getInt("i_id"), r.getString("i_title"), r.getString("a_lname"))
                        .line("Cost", r.getLong("i_cost"))
                        .line("Subject", r.getString("i_subject")).line("Published", r.getDate("i_pub_date"))
                        .line("Publisher", r.getString("i_publisher")).line("About", r.getString("i_desc"));
        }
    }
}
