// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.clients;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import whodunit.apps.Work;

/**
 * Two kinds of requests, each of which asks the service behind it many times at once. System properties: port; client
 * and next.
 */
public final class Shop {
    /** More than any client has connections. */
    private static final int AT_ONCE = 8;
    private static final byte[] ANSWER = "served".getBytes(StandardCharsets.US_ASCII);

    private Shop() {}

    private static long onFruit() {
        return Work.burn();
    }

    private static long onBread() {
        return Work.burn();
    }

    private static long fruitCame() {
        return Work.burn();
    }

    private static long breadCame() {
        return Work.burn();
    }

    private static void answer(HttpExchange exchange, int status) throws IOException {
        exchange.sendResponseHeaders(status, ANSWER.length);
        exchange.getResponseBody().write(ANSWER);
        exchange.close();
    }

    private static void askFor(HttpExchange exchange, Client client, String url, LongSupplier came)
            throws IOException {
        CountDownLatch left = new CountDownLatch(AT_ONCE);
        AtomicBoolean right = new AtomicBoolean(true);
        for (int i = 0; i < AT_ONCE; i++)
            client.get(url, status -> {
                came.getAsLong();
                if (!status.equals(200))
                    right.set(false);
                left.countDown();
            });
        try {
            left.await();
        } catch (InterruptedException e) {
            right.set(false);
        }
        answer(exchange, right.get() ? 200 : 500);
    }

    private static void work(HttpExchange exchange, LongSupplier work) throws IOException {
        work.getAsLong();
        answer(exchange, 200);
    }

    public static void main(String[] arguments) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.getInteger("port")), 0);
        server.createContext("/", exchange -> answer(exchange, 404));
        server.createContext("/fruit", exchange -> work(exchange, Shop::onFruit));
        server.createContext("/bread", exchange -> work(exchange, Shop::onBread));
        String next = System.getProperty("next");
        if (next != null) {
            Client client = Client.of(System.getProperty("client"));
            server.createContext("/ask/fruit", e -> askFor(e, client, next + "/fruit", Shop::fruitCame));
            server.createContext("/ask/bread", e -> askFor(e, client, next + "/bread", Shop::breadCame));
        }
        server.setExecutor(Executors.newFixedThreadPool(4));
        server.start();
    }
}
