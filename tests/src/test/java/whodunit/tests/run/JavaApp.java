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
import whodunit.harness.ServerProcess;

/** An application of java-apps/ on one set of libraries, in a JVM of its own with the agent, and its client. */
public final class JavaApp implements AutoCloseable {
    public final Server server;
    private final int port;
    private final HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private JavaApp(Server server, int port) {
        this.server = server;
        this.port = port;
    }

    /**
     * Starts it and waits until it answers.
     *
     * @param record  the words in front that record it
     * @param jdk     version of the JDK
     * @param main    the class that is run
     * @param modules folders of java-apps whose classes it gets, and of the last one the libraries; in front of it may
     * be jars
     * @param options of the JVM; "-Dport=" is added
     */
    public static JavaApp start(Path directory, List<String> record, int jdk, String main, List<String> modules,
            String... options) throws IOException, InterruptedException {
        int port = ServerProcess.freePort();
        List<String> classPath = new ArrayList<>();
        for (String module : modules) {
            if (module.endsWith(".jar")) {
                classPath.add(module);
                continue;
            }
            Path target = Whodunit.HOME.resolve("java-apps").resolve(module).resolve("target");
            if (Files.isDirectory(target.resolve("classes")))
                classPath.add(target.resolve("classes").toString());
            if (module.equals(modules.get(modules.size() - 1)))
                classPath.add(target.resolve("lib") + "/*");
        }
        List<String> command = new ArrayList<>(record);
        command.addAll(List.of(Jdk.java(jdk), "-Xmx256m", "-Dport=" + port));
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", String.join(":", classPath), main));
        JavaApp app = new JavaApp(new Server(command, directory.resolve("app-" + port + ".log")), port);
        try {
            app.server.await(() -> app.status("GET", "/not-there") == 404);
            return app;
        } catch (IOException | InterruptedException | AssertionError e) {
            app.close();
            throw e;
        }
    }

    /** Of an application that is run from its folder in the checkout: its classes and its libraries. */
    public static String classPath(String folder) {
        Path target = Whodunit.HOME.resolve(folder).resolve("target");
        return target.resolve("classes") + ":" + target.resolve("lib") + "/*";
    }

    public String url() {
        return "http://127.0.0.1:" + port;
    }

    public int status(String method, String path, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(url() + path))
                .method(method, HttpRequest.BodyPublishers.noBody());
        if (headers.length > 0)
            request.headers(headers);
        return client.send(request.build(), HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    /** So many requests, one after the other, of which the one with this number has its number in place of "#". */
    public void load(int requests, String method, String path) throws IOException, InterruptedException {
        for (int i = 1; i <= requests; i++) {
            int status = status(method, path.replace("#", Integer.toString(i)));
            if (status != 200)
                throw new AssertionError(method + " " + path + " was answered by " + status + ":\n" + server.log());
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
