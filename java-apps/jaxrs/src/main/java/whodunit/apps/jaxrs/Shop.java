// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.jaxrs;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import org.glassfish.jersey.server.ResourceConfig;
import org.glassfish.jersey.servlet.ServletContainer;
import org.jboss.resteasy.plugins.server.servlet.HttpServlet30Dispatcher;
import whodunit.apps.Work;

/** JAX-RS on Jetty 12, once by Jersey and once by RESTEasy, beside a servlet without routes. System property: port. */
public final class Shop {
    private Shop() {}

    /** Works once on a thread of its own, and answers when it is dispatched again. */
    static final class Plain extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            if (request.getAttribute("second") != null) {
                response.getWriter().print("plain");
                return;
            }
            request.setAttribute("second", true);
            AsyncContext async = request.startAsync();
            async.start(() -> {
                request.setAttribute("done", inTask());
                async.dispatch();
            });
        }

        private static long inTask() {
            return Work.burn();
        }
    }

    public static void main(String[] arguments) throws Exception {
        Server server = new Server(new InetSocketAddress("127.0.0.1", Integer.getInteger("port")));
        ServletContextHandler application = new ServletContextHandler("/");
        ServletHolder plain = new ServletHolder("Plain", new Plain());
        plain.setAsyncSupported(true);
        application.addServlet(plain, "/plain");
        application.addServlet(
                new ServletHolder("Jersey", new ServletContainer(ResourceConfig.forApplication(new Resources()))),
                "/jersey/*");
        ServletHolder resteasy = new ServletHolder("RESTEasy", HttpServlet30Dispatcher.class);
        resteasy.setInitParameter("jakarta.ws.rs.Application", Resources.class.getName());
        resteasy.setInitParameter("resteasy.servlet.mapping.prefix", "/resteasy");
        application.addServlet(resteasy, "/resteasy/*");
        server.setHandler(application);
        server.start();
        server.join();
    }
}
