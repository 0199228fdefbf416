// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import whodunit.seda.Events;

@Timeout(120)
class HttpServerTest {
    private static final String HOST = " HTTP/1.1\r\nHost: x\r\n";
    private static Site site;

    @BeforeAll
    static void start() throws Exception {
        site = new Site();
    }

    @AfterAll
    static void stop() {
        site.close();
    }

    @Test
    void aConnectionServesManyRequests() throws Exception {
        try (HttpTestClient client = site.connect()) {
            assertThat(client.exchange("GET /a?x=1&y=%C3%A4+b&x=2&z" + HOST + "\r\n"))
                    .isEqualTo("200 GET /a x=1+2 y=ä b z=true");
            assertThat(client.exchange("POST /b?q=1" + HOST
                    + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 7\r\n\r\nk=v&l=w"))
                    .isEqualTo("200 POST /b q=1 k=v l=w");
            assertThat(client.exchange("GET http://host:80/c" + HOST + "\r\n")).isEqualTo("200 GET /c");
            assertThat(client.exchange("GET /made" + HOST + "\r\n")).isEqualTo("200 maker");
            assertThat(client.exchange("\r\nGET /parts" + HOST + "\r\n")).isEqualTo("200 one,two,three");
        }
    }

    @Test
    void chunksMakeABody() throws Exception {
        try (HttpTestClient client = site.connect()) {
            client.send("POST /c" + HOST
                    + "Content-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n"
                    + "k=\r\n5;x=y\r\nvalue\r\n0\r\nTrailer: t\r\n\r\n");
            assertThat(client.receive()).isEqualTo("200 POST /c k=value");
            assertThat(client.exchange("GET /after" + HOST + "\r\n")).isEqualTo("200 GET /after");
        }
    }

    @Test
    void whoAsksIsToldToContinue() throws Exception {
        try (HttpTestClient client = site.connect()) {
            client.send("POST /e" + HOST
                    + "Expect: 100-continue\r\nContent-Type: "
                    + "application/x-www-form-urlencoded\r\nContent-Length: 3\r\n\r\n");
            assertThat(client.header()).startsWith("HTTP/1.1 100 ");
            assertThat(client.exchange("k=v")).isEqualTo("200 POST /e k=v");
        }
    }

    @Test
    void repliesLeaveInTheOrderOfRequestsThatCameAtOnce() throws Exception {
        try (HttpTestClient client = site.connect()) {
            StringBuilder all = new StringBuilder();
            for (int i = 0; i < 500; i++)
                all.append(i % 7 == 0 ? "GET /parts" : "GET /" + i).append(HOST).append("\r\n");
            client.send(all.toString());
            for (int i = 0; i < 500; i++)
                assertThat(client.receive()).isEqualTo(i % 7 == 0 ? "200 one,two,three" : "200 GET /" + i);
        }
    }

    @Test
    void bytesMayComeOneByOne() throws Exception {
        try (HttpTestClient client = site.connect()) {
            for (char c : ("GET /slow" + HOST + "\r\n").toCharArray()) {
                client.send(String.valueOf(c));
                Thread.sleep(1);
            }
            assertThat(client.receive()).isEqualTo("200 GET /slow");
        }
    }

    @Test
    void connectionsEndWhenClientOrApplicationWantsIt() throws Exception {
        try (HttpTestClient client = site.connect()) {
            assertThat(client.exchange("GET /last" + HOST + "\r\n")).isEqualTo("200 last");
            assertThat(client.rest()).isEmpty();
        }
        try (HttpTestClient client = site.connect()) {
            assertThat(client.exchange("GET /a" + HOST + "Connection: close\r\n\r\n")).isEqualTo("200 GET /a");
            assertThat(client.rest()).isEmpty();
        }
        try (HttpTestClient client = site.connect()) {
            assertThat(client.exchange("GET /a HTTP/1.0\r\n\r\n")).isEqualTo("200 GET /a");
            assertThat(client.rest()).isEmpty();
        }
        try (HttpTestClient client = site.connect()) {
            client.send("GET /a HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n");
            assertThat(client.header()).containsIgnoringCase("Connection: keep-alive");
        }
        try (HttpTestClient client = site.connect()) {
            client.send("GET /old\r\n");
            assertThat(client.rest()).isEqualTo("GET /old");
        }
    }

    @Test
    void theApplicationLearnsOfEveryEndOnce() throws Exception {
        Events.until(site, s -> s.connections.get() == s.closed.get());
        int before = site.closed.get();
        for (int i = 0; i < 100; i++)
            try (HttpTestClient client = site.connect()) {
                if (i % 2 == 0)
                    client.exchange("GET /" + (i % 4 == 0 ? "last" : "a") + HOST + "\r\n");
                client.socket.setSoLinger(i % 3 == 0, 0);
            }
        Events.until(site, s -> s.connections.get() == before + 100 && s.closed.get() == before + 100);
        Thread.sleep(50);
        assertThat(site.closed.get()).isEqualTo(before + 100);
    }

    /**
     * An exception that leaves handleEvents costs the rest of its batch: ends of other connections too, if the
     * application does not see to them.
     */
    @Test
    void anEndThatComesWithAnErrorIsNotLost() throws Exception {
        Events.until(site, s -> s.connections.get() == s.closed.get());
        int closed = site.closed.get(), connections = site.connections.get();
        try (HttpTestClient holder = site.connect(); HttpTestClient victim = site.connect()) {
            HttpTestClient other = site.connect();
            Events.until(site, s -> s.connections.get() == connections + 3);
            holder.send("GET /hold" + HOST + "\r\n");
            site.held.acquire();
            victim.send("GET /error" + HOST + "\r\n");
            Events.until(site, s -> s.waiting() == 1);
            other.close();
            Events.until(site, s -> s.waiting() == 2);
            site.goesOn.release();
            Events.until(site, s -> s.closed.get() == closed + 1);
        }
        Events.until(site, s -> s.closed.get() == closed + 3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"GET\r\n\r\n", "GET / HTTP/3.0\r\n\r\n", "GET /a b c HTTP/1.1\r\n\r\n", "GET x HTTP/1.1\r\n\r\n",
                    "GET / HTTP/1.1\r\nno colon\r\n\r\n", "GET / HTTP/1.1\r\n: x\r\n\r\n",
                    "GET / HTTP/1.1\r\nA: b\r\n folded\r\n\r\n", "GET / HTTP/1.1\r\nA : b\r\n\r\n",
                    "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
                    "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
                    "POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
                    "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
                    "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n"})
    void nonsenseIsABadRequest(String request) throws Exception {
        try (HttpTestClient client = site.connect()) {
            assertThat(client.exchange(request)).startsWith("400 ");
            assertThat(client.rest()).isEmpty();
        }
    }

    @Test
    void limitsAreTold() throws Exception {
        try (HttpTestClient client = site.connect()) {
            assertThat(client.exchange("DELETE / HTTP/1.1\r\n\r\n")).startsWith("501 ");
        }
        try (HttpTestClient client = site.connect()) {
            assertThat(client.exchange("POST / HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n")).startsWith("413 ");
        }
        try (HttpTestClient client = site.connect()) {
            assertThat(client.exchange("GET /" + "x".repeat(40_000))).startsWith("431 ");
        }
        try (HttpTestClient client = site.connect()) {
            assertThat(client.exchange("GET / HTTP/1.1\r\n" + "A: b\r\n".repeat(6_000))).startsWith("431 ");
        }
    }

    @Test
    void nonsenseFromClientsWhoAreGoneHoldsUpNobody() throws Exception {
        for (int i = 0; i < 300; i++)
            try (HttpTestClient client = site.connect()) {
                client.send("nonsense\r\n\r\n" + "more".repeat(i));
                client.socket.setSoLinger(i % 2 == 0, 0);
            }
        try (HttpTestClient client = site.connect()) {
            assertThat(client.exchange("GET /still" + HOST + "\r\n")).isEqualTo("200 GET /still");
        }
    }

    @Test
    void noClientCanEndAHeaderEarly() throws Exception {
        try (HttpTestClient client = site.connect()) {
            client.send("GET /moved" + HOST + "\r\n");
            assertThat(client.header()).startsWith("HTTP/1.1 301 ").contains("\r\nLocation: /hereX: y\r\n")
                    .doesNotContain("\r\nX: y");
        }
    }

    /** The original's stage is dead after an Error, and nobody is told. */
    @ParameterizedTest
    @ValueSource(strings = {"/error", "/exception"})
    void whatAHandlerThrowsIsReportedAndTheStageLivesOn(String url) throws Exception {
        PrintStream stderr = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setErr(new PrintStream(said, true));
        try (HttpTestClient victim = site.connect(); HttpTestClient other = site.connect()) {
            victim.send("GET " + url + HOST + "\r\n");
            Events.until(said, s -> s.toString().contains("on purpose"));
            assertThat(other.exchange("GET /still" + HOST + "\r\n")).isEqualTo("200 GET /still");
        } finally {
            System.setErr(stderr);
        }
        assertThat(said.toString()).contains("stage Site").contains("Site.reply");
    }
}
