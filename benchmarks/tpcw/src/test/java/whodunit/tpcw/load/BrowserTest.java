// SPDX-License-Identifier: Apache-2.0
package whodunit.tpcw.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that answers what the test wants, right or wrong. */
class BrowserTest {
    private static final String GOOD = "<!DOCTYPE html><!-- tpcw Home -->\n<html><img src=\"images/a.gif\"><img "
            + "src=\"images/b.gif\"><!-- items 2 --></html><!-- end -->\n";

    private final List<String> requested = Collections.synchronizedList(new ArrayList<>());
    private HttpServer server;
    private Browser browser;
    private volatile String body = GOOD;
    private volatile int status = 200;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        browser = new Browser("http://127.0.0.1:" + server.getAddress().getPort());
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String cookie = exchange.getRequestHeaders().getFirst("Cookie");
        requested.add(exchange.getRequestURI() + (cookie == null ? "" : " " + cookie));
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        if (cookie == null)
            exchange.getResponseHeaders().add("Set-Cookie", "JSESSIONID=1; Path=/; HttpOnly");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Test
    void theRightPageIsReturned() throws IOException {
        assertThat(browser.page("Home", "/Home")).isEqualTo(GOOD);
    }

    @Test
    void thePageOfAnotherInteractionIsWrong() {
        assertThatThrownBy(() -> browser.page("BuyConfirm", "/BuyConfirm")).isInstanceOf(IOException.class)
                .hasMessageContaining("/BuyConfirm");
    }

    @Test
    void aPageThatEndsEarlyIsWrong() {
        body = GOOD.substring(0, GOOD.length() - 10);
        assertThatThrownBy(() -> browser.page("Home", "/Home")).isInstanceOf(IOException.class)
                .hasMessageContaining("wrong page");
    }

    @Test
    void aServerErrorIsWrongEvenWithTheRightPage() {
        status = 500;
        assertThatThrownBy(() -> browser.page("Home", "/Home")).isInstanceOf(IOException.class)
                .hasMessageContaining("500");
    }

    @Test
    void aListOfBooksMustNotBeEmpty() {
        body = "<!DOCTYPE html><!-- tpcw BestSellers -->\n<!-- items 0 --><!-- end -->\n";
        assertThatThrownBy(() -> browser.page("BestSellers", "/BestSellers")).isInstanceOf(IOException.class)
                .hasMessageContaining("without books");
    }

    @Test
    void aSessionKeepsItsCookieAndFetchesAnImageOnce() throws IOException {
        browser.images(browser.page("Home", "/Home"));
        browser.images(browser.page("Home", "/Home"));
        assertThat(requested).containsExactly("/Home", "/images/a.gif JSESSIONID=1", "/images/b.gif JSESSIONID=1",
                "/Home JSESSIONID=1");
        requested.clear();
        browser.forget();
        browser.images(browser.page("Home", "/Home"));
        assertThat(requested).containsExactly("/Home", "/images/a.gif JSESSIONID=1", "/images/b.gif JSESSIONID=1");
    }
}
