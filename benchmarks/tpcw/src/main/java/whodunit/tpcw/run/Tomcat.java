// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.run;

import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import whodunit.harness.Program;
import whodunit.harness.ServerProcess;

/** A real Tomcat with the bookstore in it, in its own process with its own base directory and free port. */
public final class Tomcat implements AutoCloseable {
    /** A transparent GIF; padded to the size of a thumbnail, since decoders ignore what follows its end. */
    private static final byte[] GIF = Base64.getDecoder()
            .decode("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7");
    private static final int THUMBNAIL_BYTES = 5 * 1024;
    private static final String BANNER = "images/banner.gif";
    private static final String POOL = "maxActive=\"40\" maxIdle=\"40\" initialSize=\"4\"";
    /** A queue that is not fair is a plain one, first in, first out. */
    private static final String POOL_IN_TURNS = """
            maxActive="8" maxIdle="8" minIdle="8" initialSize="8" fairQueue="false\"""";

    private final ServerProcess server;
    private final String jdk;
    private final int port;
    /** 0 if it has no AJP connector. */
    private final int ajpPort;

    private Tomcat(ServerProcess server, String jdk, int port, int ajpPort) {
        this.server = server;
        this.jdk = jdk;
        this.port = port;
        this.ajpPort = ajpPort;
    }

    /**
     * How to run it.
     *
     * @param jvmFlags such as -agentpath
     * @param environment what the JVM's has in addition
     * @param cached   whether the bookstore's search pages keep their results
     * @param serverPrepared whether the driver prepares statements in the server
     * @param ajp      whether it has an AJP connector beside the HTTP one
     * @param prefix   a command to run the server under, may be empty
     * @param inTurns  whether its connections to the database are of a fixed number and take turns; else they are as
     *                 many as were needed at once, and one that was used last is used next
     */
    record Setup(String jdk, List<String> jvmFlags, Map<String, String> environment, boolean cached,
            boolean serverPrepared, boolean ajp, List<String> prefix, boolean inTurns) {}

    /** @param home the checkout: holds build/tomcat and the bookstore's jar */
    static Tomcat start(Path home, Path run, Setup setup, DatabaseServer db) throws IOException, InterruptedException {
        Path catalina = only(home.resolve("build/tomcat"), "apache-tomcat-");
        Path base = run.resolve("tomcat");
        int port = ServerProcess.freePort();
        int ajpPort = setup.ajp ? ServerProcess.freePort() : 0;
        layOut(home, base, db, port, ajpPort, setup);
        List<String> command = new ArrayList<>(setup.prefix);
        command.add(setup.jdk + "/bin/java");
        command.addAll(setup.jvmFlags);
        // a heap of one size: a collection comes when classes pass 21 MB, as the agent's make them, and would shrink it
        command.addAll(List.of("-Xms512m", "-Xmx512m", "-Dcatalina.home=" + catalina, "-Dcatalina.base=" + base,
                "-Djava.io.tmpdir=" + base.resolve("temp"), "-cp",
                catalina + "/bin/bootstrap.jar:" + catalina + "/bin/tomcat-juli.jar",
                "org.apache.catalina.startup.Bootstrap", "start"));
        ServerProcess server = ServerProcess.start("Tomcat", command, setup.environment, base,
                run.resolve("tomcat.log"));
        Tomcat tomcat = new Tomcat(server, setup.jdk, port, ajpPort);
        try {
            // a file of the application's: there once it is deployed, and no interaction that a report would count
            server.await(() -> ((HttpURLConnection) URI.create(tomcat.url() + "/" + BANNER).toURL().openConnection())
                    .getResponseCode() == 200, 60);
            return tomcat;
        } catch (IOException | InterruptedException | RuntimeException e) {
            tomcat.close();
            throw e;
        }
    }

    private static void layOut(Path home, Path base, DatabaseServer db, int port, int ajpPort, Setup setup)
            throws IOException {
        for (String d : List.of("conf", "lib", "logs", "temp", "work", "webapps/ROOT/WEB-INF/lib",
                "webapps/ROOT/META-INF", "webapps/ROOT/images"))
            Files.createDirectories(base.resolve(d));
        Files.writeString(base.resolve("conf/server.xml"), """
                <Server port="-1">
                  <Service name="Catalina">
                    <Connector port="%d" address="127.0.0.1" maxThreads="200" maxKeepAliveRequests="-1"/>
                    %s
                    <Engine name="Catalina" defaultHost="localhost"><Host name="localhost" appBase="webapps"/></Engine>
                  </Service>
                </Server>
                """.formatted(port, ajpPort == 0 ? "" : """
                <Connector protocol="AJP/1.3" port="%d" address="127.0.0.1" maxThreads="200" secretRequired="false"/>
                """.formatted(ajpPort).strip()));
        Path catalina = only(home.resolve("build/tomcat"), "apache-tomcat-");
        Files.copy(catalina.resolve("conf/web.xml"), base.resolve("conf/web.xml"));
        Files.copy(catalina.resolve("conf/catalina.properties"), base.resolve("conf/catalina.properties"));
        Files.writeString(base.resolve("webapps/ROOT/META-INF/context.xml"), """
                <Context>
                  <Resource name="jdbc/tpcw" type="javax.sql.DataSource"
                            factory="org.apache.tomcat.jdbc.pool.DataSourceFactory"
                            driverClassName="%s" url="%s" username="%s" password="%s"
                            %s/>
                  <Environment name="tpcw/cache" type="java.lang.Boolean" value="%s"/>
                </Context>
                """.formatted(db.database().driver,
                db.url() + (setup.serverPrepared ? "?" + db.database().serverPrepared : ""), DatabaseServer.user(),
                DatabaseServer.user(), setup.inTurns ? POOL_IN_TURNS : POOL, setup.cached));
        Files.copy(home.resolve("benchmarks/tpcw/target/whodunit-tpcw-store.jar"),
                base.resolve("webapps/ROOT/WEB-INF/lib/bookstore.jar"));
        Path driver = only(home.resolve("build/tomcat/drivers"), db.database().driverFile);
        Files.copy(driver, base.resolve("lib").resolve(driver.getFileName()));
        for (int i = 0; i < 100; i++)
            image(base.resolve("webapps/ROOT/images/thumb_" + i + ".gif"));
        image(base.resolve("webapps/ROOT/" + BANNER));
    }

    private static void image(Path file) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            out.write(GIF);
            out.write(new byte[THUMBNAIL_BYTES - GIF.length]);
        }
    }

    private static Path only(Path directory, String prefix) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(p -> p.getFileName().toString().startsWith(prefix)).findFirst()
                    .orElseThrow(() -> new IOException("no " + prefix + "* in " + directory + "; run: whodunit build"));
        }
    }

    public String url() {
        return "http://127.0.0.1:" + port;
    }

    String ajpUrl() {
        return "ajp://127.0.0.1:" + ajpPort;
    }

    public ServerProcess server() {
        return server;
    }

    /**
     * Makes it collect its heap: what lives long is then old, and costs what it costs in a server that has run for
     * long.
     */
    public void collect() throws IOException, InterruptedException {
        Program.run(List.of(jdk + "/bin/jcmd", Long.toString(server.pid()), "GC.run"), Path.of("."));
    }

    @Override
    public void close() {
        server.close();
    }
}
