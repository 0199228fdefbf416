// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** A request type whose cost in the database is known: so many times CRC32, which shares nothing between threads. */
abstract class Query extends HttpServlet {
    private static final ThreadLocal<Connection> CONNECTION = new ThreadLocal<>();

    /** How often the database computes CRC32 for one request. */
    final int work;

    Query(int work) {
        this.work = work;
    }

    /** The one call path on which all request types meet the driver, except for the servlet's own method. */
    final void run(HttpServletResponse response) throws ServletException, IOException {
        try (PreparedStatement statement = connection().prepareStatement("SELECT BENCHMARK(?, CRC32('whodunit'))")) {
            statement.setInt(1, work);
            try (ResultSet result = statement.executeQuery()) {
                result.next();
                response.getWriter().print(result.getInt(1));
            }
        } catch (SQLException e) {
            CONNECTION.remove();
            throw new ServletException(e);
        }
    }

    private static Connection connection() throws SQLException {
        Connection c = CONNECTION.get();
        if (c == null)
            CONNECTION.set(c = DriverManager.getConnection(System.getProperty("db")));
        return c;
    }

    static final class Small extends Query {
        Small() {
            super(WebApp.UNIT);
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            run(response);
        }
    }

    static final class Middle extends Query {
        Middle() {
            super(2 * WebApp.UNIT);
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            run(response);
        }
    }

    static final class Big extends Query {
        Big() {
            super(4 * WebApp.UNIT);
        }

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response)
                throws ServletException, IOException {
            run(response);
        }
    }
}
