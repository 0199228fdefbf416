// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.run;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import whodunit.harness.ServerProcess;

/** {@link whodunit.tests.app.WebApp} in a JVM of its own, and its clients. */
public final class WebTier implements AutoCloseable {
    public static final List<String> TYPES = List.of("Small", "Middle", "Big");

    public final Server server;
    private final int port, ajpPort;
    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private WebTier(Server server, int port, int ajpPort) {
        this.server = server;
        this.port = port;
        this.ajpPort = ajpPort;
    }

    /**
     * @param prefix a command to run it under, may be empty
     * @param jdk    home of the JDK that runs it
     * @param filter whether our servlet filter lies on its class path
     */
    public static WebTier start(Path directory, List<String> prefix, Path jdk, boolean filter, String jdbcUrl)
            throws IOException, InterruptedException {
        int port = ServerProcess.freePort(), ajpPort = ServerProcess.freePort();
        String classPath = System.getProperty("java.class.path");
        if (filter)
            classPath += ":" + Whodunit.LIB.resolve("whodunit-servlet-jakarta.jar");
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(jdk.resolve("bin/java").toString(), "-Xmx256m", "-cp", classPath,
                "-Dbase=" + Files.createDirectories(directory.resolve("tomcat")), "-Dport=" + port, "-Dajp=" + ajpPort,
                "-Ddb=" + jdbcUrl, "whodunit.tests.app.WebApp"));
        WebTier web = new WebTier(new Server(command, directory.resolve("web.log")), port, ajpPort);
        try {
            web.server.await(() -> web.get(web.url() + "/not-there") == 404);
            return web;
        } catch (IOException | InterruptedException | AssertionError e) {
            web.close();
            throw e;
        }
    }

    public String url() {
        return "http://127.0.0.1:" + port;
    }

    public String ajpUrl() {
        return "ajp://127.0.0.1:" + ajpPort;
    }

    private int get(String url) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
        return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    /** Two clients send each request type so often. Any answer but 200 is an error. */
    public void load(int rounds) throws Exception {
        load(url(), rounds);
    }

    /** @param url of what stands in front */
    public void load(String url, int rounds) throws Exception {
        ExecutorService clients = Executors.newFixedThreadPool(2);
        try {
            Callable<Void> each = () -> {
                for (int i = 0; i < rounds; i++)
                    for (String type : TYPES)
                        if (get(url + "/" + type) != 200)
                            throw new AssertionError(type + " failed:\n" + server.log());
                return null;
            };
            for (Future<Void> f : clients.invokeAll(List.of(each, each)))
                f.get();
        } finally {
            clients.shutdownNow();
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
