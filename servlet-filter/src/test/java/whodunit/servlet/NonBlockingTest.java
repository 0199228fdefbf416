// SPDX-License-Identifier: Apache-2.0
package whodunit.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static whodunit.servlet.Page.servlet;
import static whodunit.servlet.Seen.transaction;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletRequestWrapper;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.server.reactive.CastingServlet;

/**
 * Listeners that a real Tomcat calls when a body can be read or written, with the real agent telling whose work that
 * is.
 */
class NonBlockingTest {
    private static final int PATIENCE_MS = 10_000;

    @TempDir
    Path directory;

    private final Seen seen = new Seen();
    private final IOException onPurpose = new IOException("on purpose");
    private final BlockingQueue<Throwable> errors = new LinkedBlockingQueue<>();
    private Server server;

    @BeforeEach
    void start() throws Exception {
        server = new Server(directory);
        server.useOneThread();
        Context application = server.application(directory, "");
        application.getParent().getPipeline().addValve(new ValveBase(true) {
            @Override
            public void invoke(Request request, Response response) throws IOException, ServletException {
                seen.here("before " + request.getRequestURI());
                getNext().invoke(request, response);
            }
        });
        add(application, "Early", (request, response) -> {
            ServletInputStream in = request.getInputStream();
            ServletOutputStream out = response.getOutputStream();
            in.setReadListener(new Echo(request.startAsync(), in, out));
        });
        add(application, "Given", (request, response) -> late(request.startAsync(request, response)));
        add(application, "Original", (request, response) -> late(request.startAsync()));
        add(application, "Forward",
                (request, response) -> request.getRequestDispatcher("/Original").forward(request, response));
        add(application, "Dispatched", this::dispatched);
        add(application, "FailingRead", (request, response) -> {
            AsyncContext async = request.startAsync();
            request.getInputStream().setReadListener(new Failing(async));
        });
        add(application, "FailingWrite", (request, response) -> {
            AsyncContext async = request.startAsync();
            response.getOutputStream().setWriteListener(new Failing(async));
        });
        add(application, "Flood", (request, response) -> {
            AsyncContext async = request.startAsync();
            response.getOutputStream().setWriteListener(new Flood(async, response.getOutputStream()));
        });
        Server.add(server.application(directory, "/reactive"), "Casting", new CastingServlet(), "/casting")
                .setAsyncSupported(true);
        add(application, "None", (request, response) -> {
            request.startAsync().complete();
            try {
                request.getInputStream().setReadListener(null);
            } catch (NullPointerException e) {
                errors.add(e);
            }
            try {
                response.getOutputStream().setWriteListener(null);
            } catch (NullPointerException e) {
                errors.add(e);
            }
        });
        server.start();
    }

    private static void add(Context application, String name, Page page) {
        Server.add(application, name, servlet(page), "/" + name).setAsyncSupported(true);
    }

    private void late(AsyncContext async) throws IOException {
        ServletInputStream in = async.getRequest().getInputStream();
        in.setReadListener(new Echo(async, in, async.getResponse().getOutputStream()));
    }

    /** Is dispatched to itself, as long polling does, before it listens. */
    private void dispatched(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Object times = request.getAttribute("times");
        request.setAttribute("times", times == null ? 1 : (Integer) times + 1);
        AsyncContext async = request.startAsync(request, response);
        if (times == null || (Integer) times < 3) {
            async.dispatch();
            return;
        }
        int layers = 0;
        for (ServletRequest r = request; r instanceof ServletRequestWrapper;
                r = ((ServletRequestWrapper) r).getRequest())
            layers += r instanceof AsyncRequest ? 1 : 0;
        request.setAttribute("layers", layers);
        late(async);
    }

    /** Answers with the request's body. */
    private final class Echo implements ReadListener, WriteListener {
        private final AsyncContext async;
        private final ServletInputStream in;
        private final ServletOutputStream out;
        private final ByteArrayOutputStream body = new ByteArrayOutputStream();
        private boolean written;

        Echo(AsyncContext async, ServletInputStream in, ServletOutputStream out) {
            this.async = async;
            this.in = in;
            this.out = out;
        }

        @Override
        public void onDataAvailable() throws IOException {
            byte[] some = new byte[100];
            while (in.isReady() && !in.isFinished()) {
                int length = in.read(some);
                if (length > 0)
                    body.write(some, 0, length);
            }
            seen.here("read " + body.size());
        }

        @Override
        public void onAllDataRead() {
            seen.here("all read");
            out.setWriteListener(this);
        }

        @Override
        public void onWritePossible() throws IOException {
            seen.here("write possible");
            for (; out.isReady(); written = true) {
                if (written) {
                    async.complete();
                    return;
                }
                Object layers = async.getRequest().getAttribute("layers");
                out.print(layers == null ? "" : "layers: " + layers + " ");
                if (out.isReady())
                    out.write(body.toByteArray());
            }
        }

        @Override
        public void onError(Throwable error) {
            errors.add(error);
            async.complete();
        }
    }

    private final class Failing implements ReadListener, WriteListener {
        private final AsyncContext async;

        Failing(AsyncContext async) {
            this.async = async;
        }

        @Override
        public void onDataAvailable() throws IOException {
            throw onPurpose;
        }

        @Override
        public void onAllDataRead() {}

        @Override
        public void onWritePossible() throws IOException {
            throw onPurpose;
        }

        @Override
        public void onError(Throwable error) {
            seen.here("failed");
            errors.add(error);
            async.complete();
        }
    }

    /** Writes until the client does not keep up, and goes on once when it does. */
    private final class Flood implements WriteListener {
        private final AsyncContext async;
        private final ServletOutputStream out;
        private boolean waited;

        Flood(AsyncContext async, ServletOutputStream out) {
            this.async = async;
            this.out = out;
        }

        @Override
        public void onWritePossible() throws IOException {
            byte[] some = new byte[1 << 16];
            while (!waited && out.isReady())
                out.write(some);
            seen.here(waited ? "goes on" : "waits");
            if (waited)
                async.complete();
            waited = true;
        }

        @Override
        public void onError(Throwable error) {
            errors.add(error);
            async.complete();
        }
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
    }

    /** A connection on which so much of a request for the page has been sent. */
    private Socket begin(String page, int length, String body) throws IOException {
        Socket client = new Socket();
        client.setReceiveBufferSize(1 << 14);
        client.setSoTimeout(PATIENCE_MS);
        client.connect(new InetSocketAddress("127.0.0.1", server.port()));
        send(client, "POST /" + page + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: " + length
                + "\r\n\r\n" + body);
        return client;
    }

    private static void send(Socket client, String text) throws IOException {
        client.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String rest(Socket client) throws IOException {
        return new String(client.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    }

    /** The one thread, and so whatever served before, has nothing of it left. */
    private void assertNothingStays() throws Exception {
        server.get("/logo.png");
        assertThat(seen.at("before /logo.png")).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Early", "Given", "Original", "Forward", "Dispatched"})
    void listenersWorkForTheirRequest(String page) throws Exception {
        try (Socket client = begin(page, 6, "abc")) {
            assertThat(seen.at("read 3")).isEqualTo(transaction(page));
            send(client, "def");
            assertThat(rest(client)).contains("abcdef");
        }
        assertThat(seen.at("read 6")).isEqualTo(transaction(page));
        assertThat(seen.at("all read")).isEqualTo(transaction(page));
        assertThat(seen.at("write possible")).isEqualTo(transaction(page));
        assertThat(errors).isEmpty();
        assertNothingStays();
    }

    /** Tomcat says so where it has handed the request over, after the application has left. */
    @ParameterizedTest
    @ValueSource(strings = {"Early", "Given", "Original", "Forward"})
    void theEndOfABodyThatIsEmptyIsToldInTheRequestsTransaction(String page) throws Exception {
        try (Socket client = begin(page, 0, "")) {
            assertThat(rest(client)).startsWith("HTTP/1.1 200");
        }
        assertThat(seen.at("all read")).isEqualTo(transaction(page));
        assertThat(seen.at("write possible")).isEqualTo(transaction(page));
        assertThat(errors).isEmpty();
        assertNothingStays();
    }

    @Test
    void aRequestIsWrappedOnceHoweverOftenItIsDispatched() throws Exception {
        assumeFalse(Server.AGENT_ALONE); // wraps nothing
        try (Socket client = begin("Dispatched", 3, "abc")) {
            assertThat(rest(client)).contains("layers: 1 ");
        }
    }

    @Test
    void aListenerThatWaitedForItsClientGoesOnInItsTransaction() throws Exception {
        try (Socket client = begin("Flood", 0, "")) {
            assertThat(seen.at("waits")).isEqualTo(transaction("Flood"));
            client.getInputStream().transferTo(OutputStream.nullOutputStream());
        }
        assertThat(seen.at("goes on")).isEqualTo(transaction("Flood"));
        assertThat(errors).isEmpty();
        assertNothingStays();
    }

    @ParameterizedTest
    @ValueSource(strings = {"FailingRead", "FailingWrite"})
    void exceptionsReachTheContainerAsTheyAre(String page) throws Exception {
        try (Socket client = begin(page, 3, "abc")) {
            assertThat(errors.poll(PATIENCE_MS, TimeUnit.MILLISECONDS)).isSameAs(onPurpose);
        }
        assertThat(seen.at("failed")).isEqualTo(transaction(page));
        assertNothingStays();
        assertThat(errors).as("told once").isEmpty();
    }

    @Test
    void anApplicationThatIsKnownToCastItsStreamsGetsTheContainers() throws Exception {
        try (Socket client = begin("reactive/casting", 3, "abc")) {
            assertThat(rest(client)).startsWith("HTTP/1.1 200").contains("abc");
        }
    }

    @Test
    void theContainerRefusesNoListenerAsEver() throws Exception {
        try (Socket client = begin("None", 0, "")) {
            assertThat(rest(client)).startsWith("HTTP/1.1 200");
        }
        assertThat(errors).hasSize(2);
    }
}
