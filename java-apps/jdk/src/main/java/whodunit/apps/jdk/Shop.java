// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.jdk;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import whodunit.apps.Work;

/** Handlers behind a filter, in the JDK's own server. System property: port. */
public final class Shop {
    private static final ExecutorService POOL = Executors.newFixedThreadPool(2);

    private Shop() {}

    private static final class Session extends Filter {
        @Override
        public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
            if (exchange.getRequestURI().getPath().startsWith("/items/"))
                inFilter();
            chain.doFilter(exchange);
        }

        private static long inFilter() {
            return Work.burn();
        }

        @Override
        public String description() {
            return "session";
        }
    }

    private static long inHandler() {
        return Work.burn();
    }

    private static long inPool() {
        return Work.burn();
    }

    private static void answer(HttpExchange exchange, String text) throws IOException {
        byte[] body = text.getBytes();
        exchange.sendResponseHeaders(text.equals("none") ? 404 : 200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static void item(HttpExchange exchange) throws IOException {
        answer(exchange, "item " + inHandler());
    }

    /** Answered by a thread of the application's. */
    private static void report(HttpExchange exchange) {
        POOL.execute(() -> {
            try {
                answer(exchange, "report " + inPool());
            } catch (IOException e) {
                exchange.close();
            }
        });
    }

    public static void main(String[] arguments) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", Integer.getInteger("port")), 0);
        server.createContext("/", exchange -> answer(exchange, "none"));
        server.createContext("/items/", Shop::item).getFilters().add(new Session());
        server.createContext("/report", Shop::report);
        server.setExecutor(Executors.newFixedThreadPool(2));
        server.start();
    }
}
