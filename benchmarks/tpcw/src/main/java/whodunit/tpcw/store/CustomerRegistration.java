// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.store;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import java.sql.Connection;

/** The form for new and returning customers. */
@WebServlet(name = "CustomerRegistration", urlPatterns = "/CustomerRegistration")
public final class CustomerRegistration extends Interaction {
    private static final long serialVersionUID = 1;

    @Override
    void page(HttpServletRequest request, Connection connection, Page page) {
        page.line("Are you", "a new or a returning customer?");
    }
}
