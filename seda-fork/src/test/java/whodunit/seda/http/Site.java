// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.http;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Enumeration;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
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
import whodunit.seda.Contexts;
import whodunit.seda.Running;

/** A server whose replies tell what was asked, and a client that speaks bytes. */
final class Site implements AutoCloseable, EventHandlerIF {
    final AtomicInteger connections = new AtomicInteger(), closed = new AtomicInteger();
    /** The stage is in "/hold", and may leave it. */
    final Semaphore held = new Semaphore(0), goesOn = new Semaphore(0);
    /** Requests for "/later", which somebody else answers; and the contexts that they came under. */
    final BlockingQueue<httpRequest> later = new LinkedBlockingQueue<>();
    final Set<Integer> contexts = ConcurrentHashMap.newKeySet();
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
        else if (event instanceof httpRequest request)
            reply(request);
    }

    private void reply(httpRequest request) {
        switch (request.getURL()) {
            case "/error" -> throw new AssertionError("an Error in a handler, on purpose");
            case "/exception" -> throw new IllegalStateException("an exception in a handler, on purpose");
            case "/hold" -> {
                held.release();
                goesOn.acquireUninterruptibly();
                send(request, new httpResponder(text("held"), request));
            }
            case "/later" -> {
                contexts.add(Contexts.current());
                later.add(request);
            }
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

    void answer(httpRequest request, String text) {
        send(request, new httpResponder(text(text), request));
    }

    private static httpOKResponse text(String text) {
        return new httpOKResponse("text/plain", new BufferElement(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static String describe(httpRequest request) {
        StringBuilder text = new StringBuilder(request.getRequest() == httpRequest.REQUEST_GET ? "GET " : "POST ")
                .append(request.getURL());
        Enumeration<?> keys = request.getQueryKeys();
        while (keys != null && keys.hasMoreElements()) {
            String key = (String) keys.nextElement();
            text.append(' ').append(key).append('=').append(String.join("+", request.getQuerySet(key)));
        }
        return text.toString();
    }

    private static void send(httpRequest request, httpResponder responder) {
        request.getConnection().enqueue_lossy(responder);
    }

    /** What an event throws is the stage's to report, after the others of its batch, which would be lost otherwise. */
    @Override
    public void handleEvents(QueueElementIF[] events) {
        RuntimeException exception = null;
        Error error = null;
        for (QueueElementIF event : events)
            try {
                handleEvent(event);
            } catch (RuntimeException e) {
                exception = e;
            } catch (Error e) {
                error = e;
            }
        if (error != null)
            throw error;
        if (exception != null)
            throw exception;
    }

    /** Events that wait for the stage. */
    int waiting() {
        return queue.size();
    }

    @Override
    public void init(ConfigDataIF config) {}

    @Override
    public void destroy() {}

    @Override
    public void close() {
        sandstorm.close();
    }

    HttpTestClient connect() throws IOException {
        return new HttpTestClient(port);
    }
}
