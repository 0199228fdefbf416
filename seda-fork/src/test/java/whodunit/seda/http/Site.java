package whodunit.seda.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Enumeration;
import java.util.concurrent.atomic.AtomicInteger;
import seda.sandStorm.api.ConfigDataIF;
import seda.sandStorm.api.EnqueuePredicateIF;
import seda.sandStorm.api.EventHandlerIF;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkClosedEvent;
import seda.sandStorm.api.SinkIF;
import seda.sandStorm.core.BufferElement;
import seda.sandStorm.lib.http.httpConnection;
import seda.sandStorm.lib.http.httpOKResponse;
import seda.sandStorm.lib.http.httpRedirectResponse;
import seda.sandStorm.lib.http.httpRequest;
import seda.sandStorm.lib.http.httpResponder;
import seda.sandStorm.lib.http.httpServer;
import whodunit.seda.Running;

/** A server whose replies tell what was asked, and a client that speaks bytes. */
final class Site implements AutoCloseable, EventHandlerIF {
    final AtomicInteger connections = new AtomicInteger(), closed = new AtomicInteger();
    private final Running sandstorm;
    private final SinkIF queue;
    private final int port;

    Site() throws Exception {
        sandstorm = new Running();
        queue = sandstorm.manager.createStage("Site", this, null).getSink();
        httpServer server = new httpServer(sandstorm.manager, queue, 0);
        port = server.getServerSocket().getLocalPort();
    }

    /** Admission control; null: everything. */
    void admit(EnqueuePredicateIF predicate) {
        queue.setEnqueuePredicate(predicate);
    }

    @Override
    public void handleEvent(QueueElementIF event) {
        if (event instanceof httpConnection)
            connections.incrementAndGet();
        else if (event instanceof SinkClosedEvent)
            closed.incrementAndGet();
        else
            reply((httpRequest) event);
    }

    private static void reply(httpRequest request) {
        switch (request.getURL()) {
            case "/error" -> throw new AssertionError("an Error in a handler, on purpose");
            case "/exception" -> throw new IllegalStateException("an exception in a handler, on purpose");
            case "/moved" ->
                send(request, new httpResponder(new httpRedirectResponse(request, "/here\r\nX: y"), request));
            case "/parts" -> {
                send(request, new httpResponder(
                        new httpOKResponse("text/plain", new BufferElement("one,".getBytes()), 13), request));
                send(request, new httpResponder(new httpOKResponse("text/plain", new BufferElement("two,".getBytes())),
                        request, false, false));
                send(request, new httpResponder(new httpOKResponse("text/plain", new BufferElement("three".getBytes())),
                        request, false, false));
            }
            case "/last" -> send(request, new httpResponder(text("last"), request, true));
            case "/made" -> {
                httpOKResponse made = new httpOKResponse("text/plain", 5);
                System.arraycopy("maker".getBytes(), 0, made.getPayload().data, made.getPayload().offset, 5);
                send(request, new httpResponder(made, request));
            }
            default -> send(request, new httpResponder(text(describe(request)), request));
        }
    }

    private static httpOKResponse text(String text) {
        return new httpOKResponse("text/plain", new BufferElement(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static String describe(httpRequest request) {
        StringBuilder text = new StringBuilder(request.getRequest() == httpRequest.REQUEST_GET ? "GET " : "POST ")
                .append(request.getURL());
        for (Enumeration<?> keys = request.getQueryKeys(); keys.hasMoreElements();) {
            String key = (String) keys.nextElement();
            text.append(' ').append(key).append('=').append(request.getQuery(key) == httpRequest.QUERY_KEY_SET
                    ? String.join("+", request.getQuerySet(key)) : request.getQuery(key));
        }
        return text.toString();
    }

    private static void send(httpRequest request, httpResponder responder) {
        request.getConnection().enqueue_lossy(responder);
    }

    @Override
    public void handleEvents(QueueElementIF[] events) {
        for (QueueElementIF event : events)
            handleEvent(event);
    }

    @Override
    public void init(ConfigDataIF config) {}

    @Override
    public void destroy() {}

    @Override
    public void close() {
        sandstorm.close();
    }

    /** A connection. */
    final class Client implements AutoCloseable {
        final Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        private final InputStream in = socket.getInputStream();

        Client() throws IOException {
            socket.setSoTimeout(30_000);
            socket.setTcpNoDelay(true);
        }

        void send(String text) throws IOException {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        }

        /** The next response: its status, a blank, its body. */
        String receive() throws IOException {
            String header = header();
            return header.substring(9, 12) + " " + new String(in.readNBytes(length(header)), StandardCharsets.UTF_8);
        }

        String header() throws IOException {
            StringBuilder header = new StringBuilder();
            while (header.indexOf("\r\n\r\n") < 0) {
                int b = in.read();
                if (b < 0)
                    throw new IOException("the server has closed after '" + header + "'");
                header.append((char) b);
            }
            return header.toString();
        }

        private static int length(String header) {
            int at = header.indexOf("Content-Length: ");
            return at < 0 ? 0 : Integer.parseInt(header.substring(at + 16, header.indexOf("\r\n", at)));
        }

        String exchange(String request) throws IOException {
            send(request);
            return receive();
        }

        /** Everything until the server closes. */
        String rest() throws IOException {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
