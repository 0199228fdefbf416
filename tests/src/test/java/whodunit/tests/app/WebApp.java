// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.ContextConfig;
import org.apache.catalina.startup.Tomcat;

/**
 * The web tier under test: Tomcat with three servlets, run in its own JVM. System properties: base (directory), port,
 * db (JDBC URL), ajp (another port, 0: none). Filters are found as in any container, through
 * META-INF/services on the class path.
 */
public final class WebApp {
    /** CRC32 computations of the cheapest request. */
    static final int UNIT = 3_000_000;

    private WebApp() {}

    public static void main(String[] arguments) throws Exception {
        Path base = Path.of(System.getProperty("base"));
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(base.toString());
        tomcat.setPort(Integer.getInteger("port"));
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        int ajpPort = Integer.getInteger("ajp", 0);
        if (ajpPort != 0)
            tomcat.getService().addConnector(ajp(ajpPort));
        tomcat.setAddDefaultWebXmlToWebapp(false);
        Context application = tomcat.addWebapp(tomcat.getHost(), "",
                Files.createDirectories(base.resolve("root")).toString(),
                new ContextConfig());
        add(application, "Small", new Query.Small());
        add(application, "Middle", new Query.Middle());
        add(application, "Big", new Query.Big());
        tomcat.start();
        tomcat.getServer().await();
    }

    private static Connector ajp(int port) {
        Connector connector = new Connector("AJP/1.3");
        connector.setPort(port);
        connector.setProperty("address", "127.0.0.1");
        connector.setProperty("secretRequired", "false");
        return connector;
    }

    private static void add(Context application, String name, Query servlet) {
        Tomcat.addServlet(application, name, servlet);
        application.addServletMappingDecoded("/" + name, name);
    }
}
