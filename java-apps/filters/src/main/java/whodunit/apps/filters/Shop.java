// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.filters;

import io.undertow.Undertow;
import io.undertow.server.handlers.resource.PathResourceManager;
import io.undertow.servlet.Servlets;
import io.undertow.servlet.api.DeploymentManager;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import org.apache.catalina.Context;
import org.apache.catalina.servlets.DefaultServlet;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.server.Server;
import whodunit.apps.Work;

/**
 * An application whose requests a filter answers, as frameworks do (Struts, Guice, Wicket), beside files that the
 * container's default servlet has. System properties: port, server (tomcat, jetty, undertow), base (a directory).
 */
public final class Shop {
    private Shop() {}

    /** Answers what it knows. */
    public static final class Front extends HttpFilter {
        private static final long serialVersionUID = 1;

        @Override
        protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws IOException, ServletException {
            String path = request.getRequestURI();
            if (path.matches("/items/[0-9]+"))
                response.getWriter().print("item " + inItem());
            else if (path.equals("/report"))
                response.getWriter().print("report " + inReport());
            else
                chain.doFilter(request, response);
        }

        private static long inItem() {
            return Work.burn();
        }

        private static long inReport() {
            return Work.burn();
        }
    }

    private static void tomcat(int port, Path base) throws Exception {
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(Files.createDirectories(base.resolve("tomcat")).toString());
        tomcat.setPort(port);
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        Context application = tomcat.addContext("", base.toString());
        Tomcat.addServlet(application, "default", new DefaultServlet());
        application.addServletMappingDecoded("/", "default");
        FilterDef filter = new FilterDef();
        filter.setFilterName("front");
        filter.setFilter(new Front());
        application.addFilterDef(filter);
        FilterMap all = new FilterMap();
        all.setFilterName("front");
        all.addURLPattern("/*");
        application.addFilterMap(all);
        tomcat.start();
        tomcat.getServer().await();
    }

    private static void jetty(int port, Path base) throws Exception {
        Server server = new Server(new InetSocketAddress("127.0.0.1", port));
        ServletContextHandler application = new ServletContextHandler("/");
        application.setBaseResourceAsPath(base);
        application.addServlet(new ServletHolder("default", new org.eclipse.jetty.ee10.servlet.DefaultServlet()), "/");
        application.addFilter(Front.class, "/*", EnumSet.of(DispatcherType.REQUEST));
        server.setHandler(application);
        server.start();
        server.join();
    }

    private static void undertow(int port, Path base) throws Exception {
        DeploymentManager application = Servlets.defaultContainer()
                .addDeployment(Servlets.deployment().setClassLoader(Shop.class.getClassLoader()).setContextPath("/")
                        .setDeploymentName("shop").setResourceManager(new PathResourceManager(base))
                        .addFilter(Servlets.filter("front", Front.class))
                        .addFilterUrlMapping("front", "/*", DispatcherType.REQUEST));
        application.deploy();
        Undertow.builder().addHttpListener(port, "127.0.0.1").setHandler(application.start()).build().start();
    }

    public static void main(String[] arguments) throws Exception {
        Path base = Files.createDirectories(Path.of(System.getProperty("base")));
        Files.writeString(base.resolve("logo.txt"), "a file");
        int port = Integer.getInteger("port");
        switch (System.getProperty("server")) {
            case "tomcat" -> tomcat(port, base);
            case "jetty" -> jetty(port, base);
            default -> undertow(port, base);
        }
    }
}
