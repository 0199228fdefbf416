// SPDX-License-Identifier: Apache-2.0
package whodunit.cli.view;

import com.google.gson.JsonElement;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import whodunit.cli.html.HtmlPage;
import whodunit.cli.html.PageData;
import whodunit.cli.html.Walked;
import whodunit.profile.Profile;

/**
 * Serves the report's page and its data: on the loopback interface only, below a random token that no other page or
 * user of the machine can guess, and only to requests that name the loopback interface as host, so that no foreign
 * name can be made to point here.
 */
public final class ViewServer implements AutoCloseable {
    /** A connection whose request does not come has a thread until then; anybody on the machine may open some. */
    private static final int MOST_THREADS = 256;
    private static final String MOST_SECONDS_FOR_A_REQUEST = "5";

    static { // the server reads it once
        System.setProperty("sun.net.httpserver.maxReqTime", MOST_SECONDS_FOR_A_REQUEST);
    }

    private final Profile profile;
    private final Walked walked;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(MOST_THREADS);
    private final String token;

    /**
     * @param walked by the page's walk to the bottleneck
     * @param port   0: a free one
     */
    public ViewServer(Profile profile, Walked walked, int port) throws IOException {
        this.profile = profile;
        this.walked = walked;
        byte[] random = new byte[16];
        new SecureRandom().nextBytes(random);
        token = HexFormat.of().formatHex(random);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.setExecutor(threads);
        server.createContext("/", guarded(this::answer));
        server.start();
    }

    /** What to open in a browser. */
    public String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/" + token + "/";
    }

    private HttpHandler guarded(HttpHandler handler) {
        return exchange -> {
            try (exchange) {
                if (isAllowed(exchange))
                    answerOrExplain(handler, exchange);
                else
                    send(exchange, 404, "text/plain", "not here\n".getBytes(StandardCharsets.UTF_8));
            }
        };
    }

    private static void answerOrExplain(HttpHandler handler, HttpExchange exchange) throws IOException {
        try {
            handler.handle(exchange);
        } catch (IllegalArgumentException e) {
            send(exchange, 400, "text/plain", (e.getMessage() + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (RuntimeException e) {
            send(exchange, 500, "text/plain", (e + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    private boolean isAllowed(HttpExchange exchange) {
        String host = exchange.getRequestHeaders().getFirst("Host");
        String[] path = exchange.getRequestURI().getPath().split("/", 3);
        return ("127.0.0.1:" + server.getAddress().getPort()).equals(host) && exchange.getRequestMethod().equals("GET")
                && path.length == 3
                && MessageDigest.isEqual(path[1].getBytes(StandardCharsets.UTF_8),
                        token.getBytes(StandardCharsets.UTF_8));
    }

    private void answer(HttpExchange exchange) throws IOException {
        switch (exchange.getRequestURI().getPath().substring(token.length() + 2)) {
            case "" -> {
                ByteArrayOutputStream page = new ByteArrayOutputStream();
                HtmlPage.write(page, null, null);
                send(exchange, 200, "text/html; charset=utf-8", page.toByteArray());
            }
            case "data" -> sendJson(exchange, PageData.of(profile, "transaction", walked));
            case "findings" -> sendJson(exchange, PageData.findings(selected(exchange)));
            case "graph" -> sendJson(exchange, PageData.graph(selected(exchange)));
            default -> send(exchange, 404, "text/plain", "not here\n".getBytes(StandardCharsets.UTF_8));
        }
    }

    private Profile selected(HttpExchange exchange) {
        return profile.select(SelectionQuery.parse(exchange.getRequestURI().getRawQuery()));
    }

    private static void sendJson(HttpExchange exchange, JsonElement json) throws IOException {
        exchange.getResponseHeaders().set("Content-Encoding", "gzip");
        send(exchange, 200, "application/json", HtmlPage.gzip(json));
    }

    private static void send(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
        exchange.getResponseHeaders().set("Referrer-Policy", "no-referrer");
        exchange.getResponseHeaders().set("Cross-Origin-Resource-Policy", "same-origin");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
