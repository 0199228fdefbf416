// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.undertow;

import io.undertow.Undertow;
import io.undertow.servlet.Servlets;
import io.undertow.servlet.api.DeploymentManager;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import whodunit.apps.Work;

/** Servlets in Undertow. System property: port. */
public final class Shop {
    private Shop() {}

    /** Answers at once. */
    public static final class Orders extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter().print("order " + request.getPathInfo());
        }
    }

    /** Works on another thread, and answers when it is dispatched again. */
    public static final class Report extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            if (request.getAttribute("done") != null) {
                response.getWriter().print("report");
                return;
            }
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

    /** Fails; the page for that burns. */
    public static final class Broken extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.sendError(500);
        }
    }

    /** The page for errors. */
    public static final class Sorry extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter().print("sorry " + inErrorPage());
        }

        private static long inErrorPage() {
            return Work.burn();
        }
    }

    public static void main(String[] arguments) throws Exception {
        DeploymentManager application = Servlets.defaultContainer()
                .addDeployment(Servlets.deployment().setClassLoader(Shop.class.getClassLoader()).setContextPath("/")
                        .setDeploymentName("shop")
                        .addServlets(Servlets.servlet("Orders", Orders.class).addMapping("/orders/*"),
                                Servlets.servlet("Report", Report.class).addMapping("/report").setAsyncSupported(true),
                                Servlets.servlet("Broken", Broken.class).addMapping("/broken"),
                                Servlets.servlet("Sorry", Sorry.class).addMapping("/sorry"))
                        .addErrorPage(Servlets.errorPage("/sorry", 500)));
        application.deploy();
        Undertow.builder().addHttpListener(Integer.getInteger("port"), "127.0.0.1").setHandler(application.start())
                .build().start();
    }
}
