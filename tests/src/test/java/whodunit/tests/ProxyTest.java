// SPDX-License-Identifier: Apache-2.0
package whodunit.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import whodunit.tests.run.HttpClient11;
import whodunit.tests.run.Origin;
import whodunit.tests.run.Proxy;

/** The proxy of benchmarks/proxy does what HTTP wants of it, unrecorded and on Debian's libevent. */
class ProxyTest {
    @TempDir
    Path directory;
    private Origin origin;
    private Proxy proxy;
    private HttpClient11 client;

    @BeforeEach
    void start() throws Exception {
        origin = new Origin(ProxyTest::reply);
        proxy = Proxy.start(directory, List.of(), "proxy", origin.address(), "--cache", "1");
        client = new HttpClient11(proxy.port);
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
        assertThat(proxy.server.terminate()).as("exit status after SIGTERM").isZero();
        origin.close();
    }

    /** The path says what to reply. */
    private static void reply(HttpExchange e) throws IOException {
        String path = e.getRequestURI().getPath();
        byte[] body = (path + " ").repeat(path.startsWith("/large") ? 30_000 : 3).getBytes(StandardCharsets.ISO_8859_1);
        if (path.contains("fresh"))
            e.getResponseHeaders().add("Cache-Control", "max-age=1000");
        if (path.contains("cookie"))
            e.getResponseHeaders().add("Set-Cookie", "a=b");
        e.getResponseHeaders().add("X-Hop", "1");
        e.getResponseHeaders().add("X-End", "1");
        e.getResponseHeaders().add("Connection", "X-Hop");
        boolean bodiless = e.getRequestMethod().equals("HEAD") || path.startsWith("/304");
        e.sendResponseHeaders(path.startsWith("/304") ? 304 : path.startsWith("/404") ? 404 : 200,
                bodiless ? -1 : path.startsWith("/chunked") ? 0 : body.length);
        if (!bodiless)
            e.getResponseBody().write(body);
    }

    private String get(String path) throws IOException {
        return client.ask("GET", path, "").text();
    }

    @Test
    void freshRepliesComeFromTheCacheAndNothingElse() throws Exception {
        for (String path : List.of("/fresh", "/plain", "/fresh-cookie", "/chunked-fresh"))
            for (int i = 0; i < 3; i++)
                assertThat(get(path)).isEqualTo((path + " ").repeat(3));
        assertThat(origin.requests).extracting(Origin.Request::path).containsExactly("/fresh", "/plain", "/plain",
                "/plain",
                "/fresh-cookie", "/fresh-cookie", "/fresh-cookie", "/chunked-fresh");
        assertThat(client.ask("GET", "/fresh", "").header("age")).isNotNull();
        assertThat(client.ask("GET", "/plain", "").header("age")).isNull();
        client.ask("GET", "/fresh", "Cache-Control: no-cache\r\n");
        client.ask("GET", "/fresh", "Authorization: x\r\n");
        client.ask("HEAD", "/fresh", "");
        assertThat(origin.requests).hasSize(8 + 1 + 3);
    }

    @Test
    void otherMethodsPassWithTheirBodiesAndDropWhatIsStored() throws Exception {
        get("/fresh");
        assertThat(client.ask("POST", "/fresh", "Content-Length: 5\r\n\r\nhello").status()).isEqualTo(200);
        get("/fresh");
        client.ask("PUT", "/a", "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n");
        client.ask("DELETE", "/a?x=1", "Content-Length: 2\r\n\r\nxy");
        assertThat(client.ask("OPTIONS", "/a", "").status()).isEqualTo(200);
        assertThat(client.ask("TRACE", "/a", "").status()).isEqualTo(501);
        assertThat(origin.requests).extracting(r -> r.method() + " " + r.path() + " " + r.body()).containsExactly(
                "GET /fresh ",
                "POST /fresh hello", "GET /fresh ", "PUT /a abcde", "DELETE /a?x=1 xy", "OPTIONS /a ");
    }

    @Test
    void hopByHopHeadersStayBehindOnBothSides() throws Exception {
        HttpClient11.Reply reply = client.ask("GET", "/a",
                "Connection: X-Mine\r\nX-Mine: 1\r\nX-Other: 2\r\nTE: trailers\r\nbaggage: a=1\r\n");
        assertThat(origin.requests.get(0).headers()).contains("X-other: 2", "Baggage: a=1", "Via: 1.1 whodunit-proxy")
                .doesNotContain("X-mine", "trailers");
        assertThat(reply.header("x-end")).isEqualTo("1");
        assertThat(reply.header("x-hop")).isNull();
        assertThat(reply.header("via")).isEqualTo("1.1 whodunit-proxy");
        assertThat(client.ask("GET", "/fresh", "").header("x-hop")).isNull();
        assertThat(client.ask("GET", "/fresh", "").header("x-hop")).isNull();
    }

    @Test
    void repliesWithoutBodyAndErrorsPass() throws Exception {
        assertThat(client.ask("HEAD", "/a", "").status()).isEqualTo(200);
        assertThat(client.ask("GET", "/304", "If-None-Match: \"x\"\r\n").status()).isEqualTo(304);
        assertThat(client.ask("GET", "/404-fresh", "").status()).isEqualTo(404);
        assertThat(client.ask("GET", "/404-fresh", "").status()).isEqualTo(404);
        assertThat(origin.requests).hasSize(4);
    }

    @Test
    void pipelinedRequestsAreAnsweredInOrder() throws Exception {
        String both = "GET /fresh HTTP/1.1\r\nHost: x\r\n\r\nGET /b HTTP/1.1\r\nHost: x\r\n\r\n";
        client.send(both + both);
        for (String path : List.of("/fresh", "/b", "/fresh", "/b"))
            assertThat(client.reply("GET").text()).startsWith(path + " ");
    }

    /** Each is a quarter of the cache: none is stored. Together small ones are more than the cache: all are right. */
    @Test
    void manyAndLargeReplies() throws Exception {
        for (int i = 0; i < 2; i++)
            assertThat(get("/large-fresh")).hasSize(30_000 * "/large-fresh ".length());
        assertThat(origin.requests).hasSize(2);
        for (int i = 0; i < 2; i++)
            for (int n = 0; n < 400; n++)
                assertThat(get("/fresh" + "x".repeat(1000) + n)).startsWith("/freshx").endsWith("x" + n + " ");
    }

    @Test
    void clientsThatGoAwayAndAnOriginThatIsDownDoNoHarm() throws Exception {
        for (int i = 0; i < 50; i++)
            try (HttpClient11 impatient = new HttpClient11(proxy.port)) {
                impatient.send("GET /large" + i + " HTTP/1.1\r\nHost: x\r\n\r\n");
                if (i % 2 == 0)
                    impatient.send("GET /second HTTP/1.1\r\n");
            }
        assertThat(get("/a")).startsWith("/a");
        assertThat(get("/fresh")).startsWith("/fresh");
        origin.close();
        assertThat(client.ask("GET", "/a", "").status()).isEqualTo(502);
        assertThat(client.ask("POST", "/a", "Content-Length: 1\r\n\r\nx").status()).isEqualTo(502);
        assertThat(client.ask("GET", "/fresh", "").status()).isEqualTo(200);
    }
}
