// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.undertow;

import io.undertow.Undertow;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.RoutingHandler;
import io.undertow.server.handlers.BlockingHandler;
import io.undertow.server.handlers.PathHandler;
import io.undertow.servlet.Servlets;
import io.undertow.servlet.api.DeploymentManager;
import io.undertow.util.SameThreadExecutor;
import jakarta.servlet.ServletException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import whodunit.apps.Work;

/**
 * Handlers of Undertow. System properties: port; servlets, whether there is one as well, below /shop; next, the port
 * that /next asks.
 */
public final class Handlers {
    private static final ExecutorService POOL = Executors.newFixedThreadPool(2);
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private Handlers() {}

    private static long inHandler() {
        return Work.burn();
    }

    private static long inWorker() {
        return Work.burn();
    }

    private static long inPool() {
        return Work.burn();
    }

    private static long afterPool() {
        return Work.burn();
    }

    private static long inBody() {
        return Work.burn();
    }

    private static void answer(HttpServerExchange exchange, Object text) {
        exchange.getResponseSender().send(text.toString());
    }

    private static void late(HttpServerExchange exchange) {
        exchange.dispatch(SameThreadExecutor.INSTANCE, () -> POOL.execute(() -> {
            long done = inPool();
            exchange.dispatch((HttpHandler) again -> answer(again, done + afterPool()));
        }));
    }

    private static void upload(HttpServerExchange exchange) {
        exchange.getRequestReceiver().receiveFullString((received, body) -> answer(received, inBody()));
    }

    private static void next(HttpServerExchange exchange) throws Exception {
        URI back = URI.create("http://127.0.0.1:" + Integer.getInteger("next") + "/items/1");
        answer(exchange,
                CLIENT.send(HttpRequest.newBuilder(back).build(), HttpResponse.BodyHandlers.ofString()).body());
    }

    private static HttpHandler servlets() throws ServletException {
        DeploymentManager application = Servlets.defaultContainer()
                .addDeployment(Servlets.deployment().setClassLoader(Handlers.class.getClassLoader())
                        .setContextPath("/shop").setDeploymentName("shop")
                        .addServlet(Servlets.servlet("Orders", Shop.Orders.class).addMapping("/orders/*")));
        application.deploy();
        return new PathHandler().addPrefixPath("/shop", application.start());
    }

    public static void main(String[] arguments) throws ServletException {
        RoutingHandler all = new RoutingHandler().get("/items/{item}", exchange -> answer(exchange, inHandler()))
                .get("/report", exchange -> exchange.dispatch(() -> answer(exchange, inWorker())))
                .get("/late", Handlers::late).post("/upload", Handlers::upload)
                .get("/next", new BlockingHandler(Handlers::next));
        if (Boolean.getBoolean("servlets"))
            all.setFallbackHandler(servlets());
        Undertow.builder().addHttpListener(Integer.getInteger("port"), "127.0.0.1").setHandler(all).build().start();
    }
}
