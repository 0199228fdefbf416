// SPDX-License-Identifier: Apache-2.0
package whodunit.servlet;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** What a servlet does. */
interface Page {
    void serve(HttpServletRequest request, HttpServletResponse response) throws ServletException, IOException;

    static HttpServlet servlet(Page page) {
        return new HttpServlet() {
            @Override
            protected void service(HttpServletRequest request, HttpServletResponse response)
                    throws ServletException, IOException {
                page.serve(request, response);
            }
        };
    }
}
