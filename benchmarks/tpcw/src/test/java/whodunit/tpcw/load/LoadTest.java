// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import whodunit.harness.Results;
import whodunit.tpcw.data.Scale;

/** Browsers against a server that answers each interaction with the right page, which has an image. */
class LoadTest {
    private final AtomicInteger images = new AtomicInteger();
    private final Map<String, Integer> visited = new ConcurrentHashMap<>();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool());
        server.createContext("/", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String name = exchange.getRequestURI().getPath().substring(1);
        if (name.startsWith("images/"))
            images.incrementAndGet();
        else
            visited.merge(name, 1, Integer::sum);
        byte[] page = ("<!DOCTYPE html><!-- tpcw " + name + " -->\n<img src=\"images/a.gif\"><!-- end -->\n")
                .getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, page.length);
        exchange.getResponseBody().write(page);
        exchange.close();
    }

    private Load load() {
        String url = "http://127.0.0.1:" + server.getAddress().getPort();
        return new Load(url, new Scale(100, 50, Map.of()), new Mix("browsing"), 2, 0.005, 1);
    }

    @Test
    void anAdministratorConfirmsFarMoreThanTheMixWould() throws Exception {
        Results r = load().withAdministrator(0.001).run(0.2, 1, Load.UNWATCHED);
        assertThat(r.counts().get("AdminConfirm")).isGreaterThan(r.total() / 10);
        assertThat(r.statistics().get("AdminConfirm").count()).isEqualTo(r.counts().get("AdminConfirm"));
        assertThat(r.meanMillis()).isPositive();
    }

    @Test
    void imagesAreFetchedUnlessTheBrowsersHaveThem() throws Exception {
        load().run(0, 0.5, Load.UNWATCHED);
        assertThat(images.getAndSet(0)).isPositive();
        visited.clear();
        load().withoutImages().run(0, 0.5, Load.UNWATCHED);
        assertThat(images.get()).isZero();
        assertThat(visited).containsKey("Home");
    }

    @Test
    void inSlicesTheBrowsersMakeTheSameWalksAsInOnePiece() throws Exception {
        load().perform(30);
        Map<String, Integer> inOnePiece = Map.copyOf(visited);
        int imagesOfOnePiece = images.getAndSet(0);
        visited.clear();
        Load sliced = load();
        for (int i = 0; i < 10; i++)
            assertThat(sliced.perform(3).total()).isEqualTo(6);
        assertThat(visited).isEqualTo(inOnePiece);
        assertThat(images.get()).isEqualTo(imagesOfOnePiece);
    }
}
