// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.run;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A web server in this JVM that remembers what it was asked. */
public final class Origin implements AutoCloseable {
    static {
        // else each reply waits for the client's delayed acknowledgement
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    /** @param headers "Name: value", one a line */
    public record Request(String method, String path, String headers, String body) {}

    /** Writes the reply. */
    public interface Handler {
        void reply(HttpExchange exchange) throws IOException;
    }

    public final List<Request> requests = new CopyOnWriteArrayList<>();
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();

    public Origin(Handler handler) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", e -> {
            String body = new String(e.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1);
            StringBuilder headers = new StringBuilder();
            e.getRequestHeaders().forEach(
                    (name, values) -> values.forEach(v -> headers.append(name).append(": ").append(v).append('\n')));
            requests.add(new Request(e.getRequestMethod(), e.getRequestURI().toString(), headers.toString(), body));
            handler.reply(e);
            e.close();
        });
        server.start();
    }

    public String address() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
