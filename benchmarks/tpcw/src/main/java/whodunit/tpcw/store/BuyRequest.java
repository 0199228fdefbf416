// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.store;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Identifies the customer (or registers a new one) and shows what would be bought. */
@WebServlet(name = "BuyRequest", urlPatterns = "/BuyRequest")
public final class BuyRequest extends Interaction {
    private static final long serialVersionUID = 1;

    @Override
    void page(HttpServletRequest request, Connection c, Page page) throws SQLException {
        try (PreparedStatement s = c.prepareStatement(
                "SELECT c_id, c_fname, c_lname, c_discount, addr_street, addr_city, co_name FROM customer, address, "
                        + "country WHERE c_addr_id = addr_id AND addr_co_id = co_id AND c_uname = ?")) {
            s.setString(1, text(request, "uname", "U1"));
            ResultSet r = s.executeQuery();
            if (r.next()) {
                request.getSession().setAttribute("customer", r.getInt(1));
                page.line("Customer", r.getString(2) + " " + r.getString(3)).line("Street", r.getString(5))
                        .line("Country", r.getString(7));
            }
        }
        long cart = Cart.of(request, c);
        page.line("Total", Cart.show(c, cart, page));
    }
}
