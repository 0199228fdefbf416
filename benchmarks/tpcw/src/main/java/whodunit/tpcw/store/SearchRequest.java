// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.store;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServletRequest;
import java.sql.Connection;

/** The search form; needs nothing from the database. */
@WebServlet(name = "SearchRequest", urlPatterns = "/SearchRequest")
public final class SearchRequest extends Interaction {
    private static final long serialVersionUID = 1;

    @Override
    void page(HttpServletRequest request, Connection connection, Page page) {
        page.line("Search by", "author, title or subject");
    }
}
