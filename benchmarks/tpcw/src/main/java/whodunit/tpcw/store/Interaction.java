// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.store;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;

/** What the fourteen web interactions of TPC-W have in common: a connection, and a page that can be checked. */
abstract class Interaction extends HttpServlet {
    private static final long serialVersionUID = 1;
    private transient DataSource database;

    @Override
    public void init() throws ServletException {
        try {
            database = (DataSource) new InitialContext().lookup("java:comp/env/jdbc/tpcw");
        } catch (NamingException e) {
            throw new ServletException(e);
        }
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        Page page = new Page(getServletName());
        if (!known(request, page))
            try (Connection connection = database.getConnection()) {
                page(request, connection, page);
            } catch (SQLException e) {
                throw new ServletException(getServletName(), e);
            }
        page.send(response);
    }

    /** Fills the page without the database, if it can. */
    boolean known(HttpServletRequest request, Page page) {
        return false;
    }

    /** Fills the page. */
    abstract void page(HttpServletRequest request, Connection connection, Page page) throws SQLException;

    static int number(HttpServletRequest request, String parameter, int otherwise) {
        String value = request.getParameter(parameter);
        return value == null ? otherwise : Integer.parseInt(value);
    }

    static String text(HttpServletRequest request, String parameter, String otherwise) {
        String value = request.getParameter(parameter);
        return value == null ? otherwise : value;
    }
}
