// SPDX-License-Identifier: Apache-2.0
package whodunit.servlet;

import jakarta.servlet.Servlet;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.catalina.Context;
import org.apache.catalina.Wrapper;
import org.apache.catalina.startup.ContextConfig;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.scan.StandardJarScanner;

/** A real Tomcat with the filter's jar "in its lib/", found through META-INF/services, or without it. */
final class Server implements AutoCloseable {
    /** The filter is not there; the agent has to name requests in the same way. */
    static final boolean AGENT_ALONE = Boolean.getBoolean("whodunit.agent.alone");

    private final Tomcat tomcat = new Tomcat();

    Server(Path directory) throws IOException {
        tomcat.setBaseDir(directory.toString());
        tomcat.setPort(0);
        tomcat.setHostname("localhost");
        tomcat.getConnector().setProperty("address", "127.0.0.1");
    }

    /**
     * All requests, and what the container calls later, run on the same thread: what stays on it is seen by the next.
     */
    void useOneThread() {
        tomcat.getConnector().setProperty("minSpareThreads", "1");
        tomcat.getConnector().setProperty("maxThreads", "1");
    }

    /** An application with the default servlet, which serves {@code logo.png}. */
    Context application(Path directory, String path) throws IOException {
        Context application = applicationWithoutFilter(directory, path);
        if (!AGENT_ALONE)
            application.addServletContainerInitializer(new Initializer(), null);
        return application;
    }

    Context applicationWithoutFilter(Path directory, String path) throws IOException {
        Path files = Files.createDirectories(directory.resolve("files" + path.replace('/', '-')));
        Files.writeString(files.resolve("logo.png"), "image");
        Context application = tomcat.addContext(path, files.toString());
        Tomcat.addServlet(application, "default", "org.apache.catalina.servlets.DefaultServlet").setLoadOnStartup(1);
        application.addServletMappingDecoded("/", "default");
        application.addMimeMapping("png", "image/png");
        return application;
    }

    /** An application that brings the filter itself, in WEB-INF/lib. */
    Context applicationWithFilter(Path directory, String path) throws IOException {
        Path files = directory.resolve("files" + path.replace('/', '-'));
        Path jar = Files.createDirectories(files.resolve("WEB-INF/lib")).resolve("filter.jar");
        Path classes = Path
                .of(URI.create(Initializer.class.getProtectionDomain().getCodeSource().getLocation().toString()));
        try (FileSystem inJar = FileSystems.newFileSystem(jar, Map.of("create", "true"));
                Stream<Path> all = Files.walk(classes)) {
            for (Path source : (Iterable<Path>) all::iterator)
                if (!source.equals(classes))
                    Files.copy(source, inJar.getPath("/" + classes.relativize(source)));
        }
        tomcat.setAddDefaultWebXmlToWebapp(false);
        Context application = tomcat.addWebapp(tomcat.getHost(), path, files.toString(), new ContextConfig());
        ((StandardJarScanner) application.getJarScanner()).setScanClassPath(false); // takes seconds
        return application;
    }

    static Wrapper add(Context application, String name, Servlet servlet, String... patterns) {
        Wrapper wrapper = Tomcat.addServlet(application, name, servlet);
        for (String pattern : patterns)
            application.addServletMappingDecoded(pattern, name);
        return wrapper;
    }

    void start() throws Exception {
        tomcat.start();
    }

    int port() {
        return tomcat.getConnector().getLocalPort();
    }

    /** What came back. */
    record Answer(int statusCode, String body) {}

    /** On a connection of its own, by plain bytes: a client that the agent knows would send contexts of its own. */
    Answer get(String path, String... headers) throws IOException {
        StringBuilder request = new StringBuilder("GET " + path + " HTTP/1.0\r\nHost: localhost\r\n");
        for (int i = 0; i < headers.length; i += 2)
            request.append(headers[i]).append(": ").append(headers[i + 1]).append("\r\n");
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
            socket.getOutputStream().write(request.append("\r\n").toString().getBytes(StandardCharsets.UTF_8));
            String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            int body = all.indexOf("\r\n\r\n");
            return new Answer(Integer.parseInt(all.split(" ", 3)[1]), all.substring(body + 4));
        }
    }

    @Override
    public void close() throws Exception {
        tomcat.stop();
        tomcat.destroy();
    }
}
