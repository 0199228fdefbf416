// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.ee;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import whodunit.apps.Work;

/** A servlet without a name of its own. */
@WebServlet("/report")
public class Report extends HttpServlet {
    private static final long serialVersionUID = 1;

    private static long inServlet() {
        return Work.burn();
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.getWriter().print("report " + inServlet());
    }
}
