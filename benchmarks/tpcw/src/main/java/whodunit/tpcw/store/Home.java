// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.store;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The start page: the customer's name and five related books. */
@WebServlet(name = "Home", urlPatterns = "/Home")
public final class Home extends Interaction {
    private static final long serialVersionUID = 1;

    @Override
    void page(HttpServletRequest request, Connection c, Page page) throws SQLException {
        try (PreparedStatement s = c.prepareStatement("SELECT c_fname, c_lname FROM customer WHERE c_id = ?")) {
            s.setInt(1, number(request, "c_id", 1));
            ResultSet r = s.executeQuery();
            page.line("Welcome", r.next() ? r.getString(1) + " " + r.getString(2) : "stranger");
        }
        try (PreparedStatement s = c.prepareStatement("SELECT r.i_id, r.i_title FROM item i, item r WHERE i.i_id = ? "
                + "AND r.i_id IN (i.i_related1, i.i_related2, i.i_related3, i.i_related4, i.i_related5)")) {
            s.setInt(1, number(request, "i_id", 1));
            ResultSet r = s.executeQuery();
            while (r.next())
                page.item(r.getInt(1), r.getString(2), "");
        }
    }
}
