// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.store;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The fifty newest books of a subject. */
@WebServlet(name = "NewProducts", urlPatterns = "/NewProducts")
public final class NewProducts extends Interaction {
    private static final long serialVersionUID = 1;

    @Override
    void page(HttpServletRequest request, Connection c, Page page) throws SQLException {
        try (PreparedStatement s = c.prepareStatement("SELECT i_id, i_title, a_fname, a_lname FROM item, author "
                + "WHERE i_a_id = a_id AND i_subject = ? ORDER BY i_pub_date DESC, i_title LIMIT 50")) {
            s.setString(1, text(request, "subject", "ARTS"));
            ResultSet r = s.executeQuery();
            while (r.next())
                page.item(r.getInt(1), r.getString(2), r.getString(3) + " " + r.getString(4));
        }
    }
}
