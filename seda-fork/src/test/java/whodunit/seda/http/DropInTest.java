// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import seda.sandStorm.api.ConfigDataIF;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkClosedEvent;
import seda.sandStorm.api.SinkClosedException;
import seda.sandStorm.api.SinkIF;
import seda.sandStorm.core.BufferElement;
import seda.sandStorm.core.SimpleSink;
import seda.sandStorm.lib.aSocket.ATcpListenSuccessEvent;
import seda.sandStorm.lib.http.httpConnection;
import seda.sandStorm.lib.http.httpOKResponse;
import seda.sandStorm.lib.http.httpRequest;
import seda.sandStorm.lib.http.httpResponder;
import seda.sandStorm.lib.http.httpServer;
import whodunit.seda.Events;
import whodunit.seda.Running;

/** What applications that were written for the original rely on. */
@Timeout(120)
class DropInTest {
    private static final String END = " HTTP/1.1\r\nHost: x\r\n\r\n";

    /** What the server pushes; the test answers, on its own thread. */
    private final LinkedBlockingQueue<QueueElementIF> pushed = new LinkedBlockingQueue<>();
    private final SinkIF sink = new SimpleSink() {
        @Override
        public void enqueue(QueueElementIF element) {
            if (element instanceof httpRequest request && request.getURL().equals("/throw"))
                throw new IllegalStateException("a sink that throws, on purpose");
            pushed.add(element);
        }
    };
    private Running sandstorm;
    private httpServer server;
    private int port;

    @BeforeEach
    void start() throws Exception {
        sandstorm = new Running();
        server = new httpServer(sandstorm.manager, sink, 0);
        port = server.getServerSocket().getLocalPort();
    }

    @AfterEach
    void stop() {
        sandstorm.close();
    }

    private <T> T next(Class<T> type) throws InterruptedException {
        for (QueueElementIF e; (e = pushed.poll(30, TimeUnit.SECONDS)) != null;)
            if (type.isInstance(e))
                return type.cast(e);
        throw new AssertionError("no " + type.getSimpleName());
    }

    private httpRequest request(String url) throws InterruptedException {
        httpRequest request = next(httpRequest.class);
        assertThat(request.getURL()).isEqualTo(url);
        return request;
    }

    private static BufferElement bytes(String text) {
        return new BufferElement(text.getBytes());
    }

    private static void answer(httpRequest request, String text) {
        assertThat(request.getConnection()
                .enqueue_lossy(new httpResponder(new httpOKResponse("text/plain", bytes(text)), request))).isTrue();
    }

    /** As an application that speaks HTTP itself. */
    private static void answerRaw(httpRequest request, String text) {
        request.getConnection().getConnection()
                .enqueue_lossy(bytes("HTTP/1.1 200 OK\r\nContent-Length: " + text.length() + "\r\n\r\n" + text));
    }

    @Test
    void theNextRequestIsDeliveredHoweverTheLastWasAnswered() throws Exception {
        try (HttpTestClient client = new HttpTestClient(port)) {
            client.send("GET /never" + END);
            request("/never");
            client.send("GET /raw" + END);
            answerRaw(request("/raw"), "raw");
            assertThat(client.receive()).isEqualTo("200 raw");
            client.send("GET /parts" + END);
            httpRequest parts = request("/parts");
            parts.getConnection().enqueue_lossy(
                    new httpResponder(new httpOKResponse("text/plain", bytes("one,"), 7), parts, false));
            parts.getConnection().getConnection().enqueue_lossy(bytes("two"));
            assertThat(client.receive()).isEqualTo("200 one,two");
            client.send("GET /last" + END);
            answer(request("/last"), "last");
            assertThat(client.receive()).isEqualTo("200 last");
        }
    }

    @Test
    void requestsThatCameTogetherAreDeliveredTogetherAndAnsweredInOrder() throws Exception {
        try (HttpTestClient client = new HttpTestClient(port)) {
            client.send("GET /1" + END + "GET /2" + END + "GET /3" + END);
            httpRequest one = request("/1"), two = request("/2"), three = request("/3");
            answer(three, "three");
            answer(two, "two");
            answer(one, "one");
            assertThat(List.of(client.receive(), client.receive(), client.receive())).containsExactly("200 one",
                    "200 two", "200 three");
        }
    }

    @Test
    void aRawAnswerLetsThoseBehindItGo() throws Exception {
        try (HttpTestClient client = new HttpTestClient(port)) {
            client.send("GET /1" + END + "GET /2" + END);
            httpRequest one = request("/1"), two = request("/2");
            answer(two, "two");
            answerRaw(one, "one");
            assertThat(List.of(client.receive(), client.receive())).containsExactly("200 one", "200 two");
        }
    }

    @Test
    void nonsenseBehindARequestIsAnsweredBehindIt() throws Exception {
        try (HttpTestClient client = new HttpTestClient(port)) {
            client.send("GET /1" + END + "nonsense\r\n\r\n");
            answer(request("/1"), "one");
            assertThat(client.receive()).isEqualTo("200 one");
            assertThat(client.receive()).startsWith("400 ");
        }
    }

    @Test
    void theTagsOfAConnectionAreTheApplications() throws Exception {
        try (HttpTestClient client = new HttpTestClient(port)) {
            client.send("GET /1" + END);
            httpRequest one = request("/1");
            assertThat(one.getConnection().getConnection().userTag).isNull();
            one.getConnection().getConnection().userTag = "the application's";
            answer(one, "one");
            assertThat(client.receive()).isEqualTo("200 one");
            client.send("GET /2" + END);
            httpRequest two = request("/2");
            assertThat(two.getConnection().getConnection().userTag).isEqualTo("the application's");
        }
        assertThat(((httpConnection) next(SinkClosedEvent.class).sink).getConnection().userTag)
                .isEqualTo("the application's");
    }

    @Test
    void theApplicationLearnsThatTheServerListens() throws Exception {
        assertThat(next(ATcpListenSuccessEvent.class).getSocket()).isSameAs(server.getServerSocket());
    }

    @Test
    void theStageIsNamedByServerAndPort() throws Exception {
        Map<String, httpServer> made = new ConcurrentHashMap<>();
        for (int i = 0; i < 2; i++) {
            httpServer other = new httpServer(sandstorm.manager, sink, 0) {
                @Override
                public void init(ConfigDataIF config) throws Exception {
                    made.put(config.getStage().getName(), this);
                    super.init(config);
                }
            };
            assertThat(made).containsValue(other);
        }
        assertThat(made).hasSize(2).allSatisfy((name, s) -> assertThat(name).matches("httpServer \\d+ <port 0>"));
    }

    /** An admin page that counts connections must not see fewer than none. */
    @Test
    void theEndIsToldOnceWhoeverCloses() throws Exception {
        List<SinkClosedEvent> told = new ArrayList<>();
        try (HttpTestClient client = new HttpTestClient(port)) {
            client.send("GET /1" + END);
            httpRequest one = request("/1");
            one.getConnection()
                    .enqueue(new httpResponder(new httpOKResponse("text/plain", bytes("one")), one, true));
            closeTwice(one.getConnection());
            client.rest();
        }
        told.add(next(SinkClosedEvent.class));
        try (HttpTestClient client = new HttpTestClient(port)) {
            client.send("GET /2" + END);
            closeTwice(request("/2").getConnection());
            assertThat(client.rest()).isEmpty();
        }
        told.add(next(SinkClosedEvent.class));
        httpRequest three;
        try (HttpTestClient client = new HttpTestClient(port)) {
            client.send("GET /3" + END);
            three = request("/3");
        }
        told.add(next(SinkClosedEvent.class));
        closeTwice(three.getConnection());
        try (HttpTestClient client = new HttpTestClient(port)) {
            client.send("GET /4" + END);
            request("/4");
        }
        told.add(next(SinkClosedEvent.class));
        assertThat(told).doesNotHaveDuplicates().extracting(e -> e.sink).doesNotHaveDuplicates();
        assertThat(pushed.stream().filter(SinkClosedEvent.class::isInstance)).isEmpty();
    }

    private void closeTwice(httpConnection connection) {
        for (int i = 0; i < 2; i++)
            try {
                connection.close(sink);
            } catch (SinkClosedException e) {
                // as the original says of what is closed
            }
    }

    /** A server whose stage can be held up, so that what arrives becomes one batch. */
    private final class Held extends httpServer {
        final Semaphore goesOn = new Semaphore(0);
        final CountDownLatch holds = new CountDownLatch(1);
        volatile boolean hold;
        SinkIF queue;

        Held() throws Exception {
            super(sandstorm.manager, sink, 0);
        }

        @Override
        public void init(ConfigDataIF config) throws Exception {
            queue = config.getStage().getSink();
            super.init(config);
        }

        @Override
        public void handleEvents(QueueElementIF[] events) {
            if (hold) {
                holds.countDown();
                goesOn.acquireUninterruptibly();
            }
            super.handleEvents(events);
        }
    }

    /** An exception over one connection, in the application's sink here, must not cost the others' ends. */
    @Test
    void whatGoesWrongWithOneConnectionCostsNoOthersEnd() throws Exception {
        Held held = new Held();
        List<HttpTestClient> clients = new ArrayList<>();
        for (int i = 0; i < 20; i++)
            clients.add(new HttpTestClient(held.getServerSocket().getLocalPort()));
        for (int i = 0; i < 20; i++)
            next(httpConnection.class);
        held.hold = true;
        clients.get(0).send("GET /first" + END);
        held.holds.await();
        for (int i = 0; i < 20; i += 2)
            clients.get(i).send("GET /throw" + END);
        for (HttpTestClient client : clients)
            client.close();
        Events.until(held.queue, q -> q.size() == 30);
        held.hold = false;
        held.goesOn.release();
        for (int i = 0; i < 20; i++)
            next(SinkClosedEvent.class);
        assertThat(pushed).isEmpty();
    }
}
