// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.jetty;

import java.io.IOException;
import java.net.InetSocketAddress;
import javax.servlet.AsyncContext;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.servlet.ServletContextHandler;
import org.eclipse.jetty.servlet.ServletHolder;
import whodunit.apps.Work;

/** Servlets in Jetty 9.4 and 10. System property: port. */
public final class Shop {
    private Shop() {}

    /** Answers at once. */
    static class Orders extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter().print("order " + request.getPathInfo());
        }
    }

    /** Works on a thread of its own, which burns CPU, and answers when it is dispatched again. */
    static final class Report extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            if (request.getAttribute("done") != null) {
                response.getWriter().print("report");
                return;
            }
            AsyncContext async = request.startAsync();
            async.start(() -> {
                request.setAttribute("done", burn());
                async.dispatch();
            });
        }

        private static long burn() {
            return Work.burn();
        }
    }

    /** Gets what no other servlet does, and dispatches it itself. */
    static final class Everything extends Orders {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            if (request.getPathInfo().startsWith("/pets/"))
                super.doGet(request, response);
            else
                response.sendError(HttpServletResponse.SC_NOT_FOUND);
        }
    }

    public static void main(String[] arguments) throws Exception {
        Server server = new Server(new InetSocketAddress("127.0.0.1", Integer.getInteger("port")));
        ServletContextHandler application = new ServletContextHandler(null, "/");
        application.addServlet(new ServletHolder("Orders", new Orders()), "/orders/*");
        ServletHolder report = new ServletHolder("Report", new Report());
        report.setAsyncSupported(true);
        application.addServlet(report, "/report");
        application.addServlet(new ServletHolder(new Orders()), "/unnamed/*");
        application.addServlet(new ServletHolder(new Everything()), "/*");
        server.setHandler(application);
        server.start();
        server.join();
    }
}
