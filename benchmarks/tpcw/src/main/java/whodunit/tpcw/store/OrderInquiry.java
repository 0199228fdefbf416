// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.store;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import java.sql.Connection;

/** The form that asks whose last order to show. */
@WebServlet(name = "OrderInquiry", urlPatterns = "/OrderInquiry")
public final class OrderInquiry extends Interaction {
    private static final long serialVersionUID = 1;

    @Override
    void page(HttpServletRequest request, Connection connection, Page page) {
        page.line("Your", "user name and password, please");
    }
}
