// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.store;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import java.sql.Connection;
import java.sql.SQLException;

/** Puts a book into the session's cart and shows it. */
@WebServlet(name = "ShoppingCart", urlPatterns = "/ShoppingCart")
public final class ShoppingCart extends Interaction {
    private static final long serialVersionUID = 1;

    @Override
    void page(HttpServletRequest request, Connection c, Page page) throws SQLException {
        long cart = Cart.of(request, c);
        Cart.add(c, cart, number(request, "i_id", 1));
        page.line("Total", Cart.show(c, cart, page));
    }
}
