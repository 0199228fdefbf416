// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.store;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

/** The fifty books of a subject that sold best in the last 3333 orders. */
@WebServlet(name = "BestSellers", urlPatterns = "/BestSellers")
public final class BestSellers extends BookList {
    private static final long serialVersionUID = 1;

    @Override
    String key(HttpServletRequest request) {
        return subject(request);
    }

    @Override
    long keep(HttpServletRequest request) {
        return HALF_A_MINUTE;
    }

    @Override
    List<Book> books(HttpServletRequest request, Connection c) throws SQLException {
        try (PreparedStatement s = c.prepareStatement(
                "SELECT i_id, i_title, a_fname, a_lname, SUM(ol_qty) AS sold FROM order_line, item, author "
                        + "WHERE ol_o_id > (SELECT MAX(o_id) - 3333 FROM orders) AND i_id = ol_i_id AND i_a_id = a_id "
                        + "AND i_subject = ? GROUP BY i_id, i_title, a_fname, a_lname ORDER BY sold DESC LIMIT 50")) {
            s.setString(1, subject(request));
            return Book.all(s.executeQuery());
        }
    }

    private static String subject(HttpServletRequest request) {
        return text(request, "subject", "ARTS");
    }
}
