// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.ee;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** A servlet without a name of its own. */
@WebServlet("/report")
public class Report extends HttpServlet {
    private static final long serialVersionUID = 1;
    private static final int STEPS = 20_000_000;

    /** CPU, not time: the same on a busy machine. */
    static long burn() {
        long x = 1;
        for (int i = 0; i < STEPS; i++)
            x = x * 6364136223846793005L + i;
        return x;
    }

    private static long inServlet() {
        return burn();
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.getWriter().print("report " + inServlet());
    }
}
