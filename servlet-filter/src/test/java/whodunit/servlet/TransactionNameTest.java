// SPDX-License-Identifier: Apache-2.0
package whodunit.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static whodunit.servlet.Page.servlet;
import static whodunit.servlet.Seen.transaction;

import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TransactionNameTest {
    @TempDir
    Path directory;

    private final Seen seen = new Seen();
    private final Map<String, String> byPath = new ConcurrentHashMap<>();

    /** A servlet whose class name is its name, as with annotations that give none. */
    public static final class Unnamed extends HttpServlet {
        static volatile Seen seen;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            seen.here(request.getRequestURI());
        }
    }

    private void note(HttpServletRequest request, HttpServletResponse response) {
        seen.here(request.getRequestURI());
        byPath.put(request.getRequestURI(), String.valueOf(TransactionName.byPath(request)));
    }

    @Test
    void theServletsNameWhateverTheUrl() throws Exception {
        try (Server server = new Server(directory)) {
            Context application = server.application(directory, "");
            Server.add(application, "Exact", servlet(this::note), "/exact", "/exact/but/longer");
            Server.add(application, "Prefix", servlet(this::note), "/orders/*");
            Server.add(application, "DeeperPrefix", servlet(this::note), "/orders/old/*");
            Server.add(application, "Extension", servlet(this::note), "*.do");
            Server.add(application, "v2.orders", servlet(this::note), "/v2");
            Server.add(application, "jsp", servlet(this::note), "*.jsp");
            Unnamed.seen = seen;
            Tomcat.addServlet(application, Unnamed.class.getName(), Unnamed.class.getName());
            application.addServletMappingDecoded("/unnamed", Unnamed.class.getName());
            Tomcat.addServlet(application, Unnamed.class.getName() + "-1f68c0d", Unnamed.class.getName());
            application.addServletMappingDecoded("/numbered", Unnamed.class.getName() + "-1f68c0d");
            server.start();

            Map<String, String> expected = Map.ofEntries(
                    Map.entry("/exact", "Exact"), Map.entry("/exact/but/longer", "Exact"),
                    Map.entry("/orders", "Prefix"), Map.entry("/orders/1", "Prefix"),
                    Map.entry("/orders/x.do", "Prefix"),
                    Map.entry("/orders/old", "DeeperPrefix"), Map.entry("/orders/old/1/2", "DeeperPrefix"),
                    Map.entry("/any/thing.do", "Extension"), Map.entry("/v2", "v2.orders"));
            for (String url : expected.keySet()) {
                server.get(url + "?id=" + url.hashCode());
                assertThat(seen.at(url)).as(url).isEqualTo(transaction(expected.get(url)));
                assertThat(byPath.get(url)).as("older containers: " + url).isEqualTo(expected.get(url));
            }
            server.get("/a.jsp");
            server.get("/b.jsp");
            assertThat(seen.at("/a.jsp")).isEqualTo(seen.at("/b.jsp")).isEqualTo(transaction("*.jsp"));
            server.get("/unnamed");
            assertThat(seen.at("/unnamed")).isEqualTo(transaction("TransactionNameTest$Unnamed"));
            server.get("/numbered");
            assertThat(seen.at("/numbered")).as("as Jetty does it").isEqualTo(seen.at("/unnamed"));
        }
    }

    @Test
    void twoApplicationsThatUseTheSameNameAreToldApart() throws Exception {
        try (Server server = new Server(directory)) {
            Server.add(server.application(directory, "/shop"), "Start", servlet(this::note), "/start");
            Server.add(server.application(directory, "/admin"), "Start", servlet(this::note), "/start");
            server.start();
            server.get("/shop/start");
            server.get("/admin/start");
            assertThat(seen.at("/shop/start")).isEqualTo(transaction("Start"));
            assertThat(seen.at("/admin/start")).isEqualTo(transaction("Start (/admin)"));
        }
    }

    @Test
    void andSoAreTwoThatEachBringTheFilterThemselves() throws Exception {
        try (Server server = new Server(directory)) {
            for (String path : new String[] {"/north", "/south"})
                Server.add(server.applicationWithFilter(directory, path), "Cart", servlet((request, response) -> {
                    seen.here(request.getRequestURI());
                    response.getWriter().print(loaderOfFilter(request.getServletContext()));
                }), "/cart");
            server.start();
            assertThat(server.get("/north/cart").body()).as("their own filters").contains("north");
            assertThat(server.get("/south/cart").body()).as("their own filters").contains("south");
            assertThat(seen.at("/north/cart")).isEqualTo(transaction("Cart"));
            assertThat(seen.at("/south/cart")).isEqualTo(transaction("Cart (/south)"));
        }
    }

    private static String loaderOfFilter(ServletContext application) {
        try {
            return application.getClassLoader().loadClass(TransactionFilter.class.getName()).getClassLoader()
                    .toString();
        } catch (ClassNotFoundException e) {
            return e.toString();
        }
    }
}
