// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.http;

import java.util.Map;
import java.util.TreeMap;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import seda.sandStorm.api.BadQueueElementException;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkClosedEvent;
import seda.sandStorm.api.SinkClosedException;
import seda.sandStorm.api.SinkException;
import seda.sandStorm.api.SinkFlushedEvent;
import seda.sandStorm.api.SinkFullException;
import seda.sandStorm.api.SinkIF;
import seda.sandStorm.core.BufferElement;
import seda.sandStorm.core.SimpleSink;
import seda.sandStorm.lib.aSocket.ATcpConnection;
import seda.sandStorm.lib.aSocket.ATcpInPacket;
import whodunit.seda.Contexts;

/**
 * A client's connection: a sink of {@link httpResponder}s. Each request is pushed to the application as soon as it has
 * arrived, unless {@value #MAX_UNANSWERED} of them wait there already. Responses leave in the order in which they are
 * enqueued, but those to requests that came together in the order of their requests, if their responders name them.
 * Every method may be called from any thread and none blocks.
 */
public class httpConnection extends SimpleSink implements httpConst, QueueElementIF {
    /** Buffers that may wait for a client who does not read, before nothing more is read from him. */
    private static final int MAX_WAITING = 64;
    /** Requests that may wait for the application, before nothing more is read from their client. */
    private static final int MAX_UNANSWERED = 64;
    /** Packets that may wait for the server's stage, likewise. */
    private static final int MAX_UNPARSED = 4;
    private static final byte[] CONTINUE = (HTTP_VERSION + " 100 Continue" + CRLF + CRLF)
            .getBytes(StandardCharsets.US_ASCII);

    /** The application's own. */
    public Object userTag;

    private final httpServer server;
    private final ATcpConnection conn;
    private final RequestParser parser = new RequestParser();
    /** Packets that wait for the server's stage. */
    private final AtomicInteger unparsed = new AtomicInteger();
    /** Requests that have arrived wait until the application has answered others. */
    private volatile boolean paused;
    private int pausedUnder;
    /** Packets that came before the next one in order; usually empty. */
    private final Map<Long, ATcpInPacket> early = new TreeMap<>();
    private long nextPacket;
    private final Exchanges exchanges = new Exchanges();
    private long burst;
    /** Nothing more is read: what has arrived cannot be answered. */
    private boolean deaf;
    private boolean closed;
    /** Whom the application wants to be told of the end; null: the server's client. */
    private SinkIF endSink;
    private boolean endTold;

    httpConnection(httpServer server, ATcpConnection conn) {
        this.server = server;
        this.conn = conn;
        nextPacket = conn.getSequenceNumber();
    }

    public ATcpConnection getConnection() {
        return conn;
    }

    /** Where the socket layer pushes what it reads: full while the client asks for more than he is given, or reads. */
    SinkIF reader(SinkIF stage) {
        return new SimpleSink() {
            @Override
            public void enqueue(QueueElementIF element) throws SinkException {
                if (element instanceof ATcpInPacket)
                    refuseIfFull();
                stage.enqueue(element);
                if (element instanceof ATcpInPacket)
                    unparsed.incrementAndGet(); // after what may fail; the stage may have come to it already
            }
        };
    }

    private void refuseIfFull() throws SinkFullException {
        if (conn.size() >= MAX_WAITING)
            throw new SinkFullException("the client does not read");
        if (paused)
            throw new SinkFullException("the application has not come to what the client asks for");
        if (unparsed.get() >= MAX_UNPARSED)
            throw new SinkFullException("the server has not come to what the client has sent");
    }

    /** Bytes have arrived. */
    synchronized void add(ATcpInPacket packet) {
        unparsed.decrementAndGet();
        if (packet.getSequenceNumber() != nextPacket) {
            early.put(packet.getSequenceNumber(), packet);
            return;
        }
        parse(packet);
        while (!early.isEmpty() && early.containsKey(nextPacket))
            parse(early.remove(nextPacket));
    }

    private void parse(ATcpInPacket packet) {
        nextPacket++;
        if (deaf || closed)
            return;
        if (!parser.isWithinRequest())
            burst++;
        parser.add(packet.getBytes(), packet.getBufferElement().getOffset(), packet.size());
        deliver();
    }

    /** Delivers what has arrived, as far as the application keeps up. */
    synchronized void deliver() {
        if (deaf || closed || paused)
            return;
        try {
            for (httpRequest request; !deaf && !pause() && (request = parser.next(this)) != null;)
                deliver(request);
            if (!deaf && !paused && parser.bodyIsAwaited())
                conn.send(new BufferElement(CONTINUE));
        } catch (BadRequest e) {
            refuse(opened(null), new ErrorResponse(e));
        } catch (SinkException e) {
            closed = true; // the client has gone; its SinkClosedEvent is on the way
        }
    }

    /** @return whether the application has to answer something first */
    private boolean pause() {
        if (!exchanges.unanswered(MAX_UNANSWERED, conn.written()))
            return false;
        pausedUnder = Contexts.current();
        conn.afterWrite(this::sendReleased);
        paused = exchanges.unanswered(MAX_UNANSWERED, conn.written()); // it may have written before
        return paused;
    }

    /** What waits is the packets', and not of whoever has just answered. */
    private void goOn() {
        if (!paused || exchanges.unanswered(MAX_UNANSWERED / 2, conn.written()))
            return;
        paused = false;
        int context = Contexts.set(pausedUnder);
        server.goOn(this);
        Contexts.set(context);
    }

    private void deliver(httpRequest request) {
        Exchange exchange = opened(request);
        try {
            server.push(request);
        } catch (SinkException e) {
            refuse(exchange,
                    new httpServiceUnavailableResponse(request, "Too many requests wait. Try again later."));
        }
    }

    private Exchange opened(httpRequest request) {
        long raw = conn.written();
        Exchange exchange = new Exchange(request, burst, raw);
        exchanges.add(exchange, raw);
        return exchange;
    }

    private void refuse(Exchange exchange, httpResponse response) {
        deaf = true;
        answer(new httpResponder(response, this, true), exchange);
    }

    @Override
    public void enqueue(QueueElementIF element) throws SinkException {
        if (!(element instanceof httpResponder responder))
            throw new BadQueueElementException("an HTTP connection takes httpResponders", element);
        synchronized (this) {
            if (closed || conn.isClosed())
                throw new SinkClosedException("connection closed");
            answer(responder, exchanges.of(responder, conn.written()));
        }
    }

    /** @param exchange null: the application speaks without being asked */
    private void answer(httpResponder responder, Exchange exchange) {
        if (exchange == null || exchange.held.isEmpty() && !exchanges.mustWait(exchange, conn.written())) {
            send(responder, exchange);
            sendReleased();
            return;
        }
        exchange.held.add(responder);
        conn.afterWrite(this::sendReleased);
        sendReleased(); // it may have written before it could know
    }

    private synchronized void sendReleased() {
        for (Exchange next; !closed && (next = exchanges.released(conn.written())) != null;)
            send(next.held.remove(), next);
        goOn();
    }

    private void send(httpResponder responder, Exchange exchange) {
        httpResponse response = responder.getResponse();
        boolean ends = exchange != null && exchange.sent(responder);
        boolean last = responder.shouldClose() || ends && !exchange.keepsAlive();
        BufferElement[] buffers = !responder.sendHeader() ? response.getBuffers(false)
                : last ? response.getBuffers("Connection: close" + CRLF)
                        : exchange != null && exchange.mustPromise()
                                ? response.getBuffers("Connection: keep-alive" + CRLF) : response.getBuffers(true);
        if (ends)
            exchanges.remove(exchange);
        try {
            conn.send(buffers);
        } catch (SinkException e) { // the client has gone; its SinkClosedEvent is on the way
            closed = true;
            return;
        }
        if (last)
            closeQuietly();
    }

    @Override
    public void enqueue_many(QueueElementIF[] elements) throws SinkException {
        for (QueueElementIF element : elements)
            if (!(element instanceof httpResponder))
                throw new BadQueueElementException("an HTTP connection takes httpResponders", element);
        for (QueueElementIF element : elements)
            enqueue(element);
    }

    /** Buffers that wait to be sent. */
    @Override
    public int size() {
        return conn.size();
    }

    /**
     * Closes when everything enqueued before has been sent. The end is told once.
     *
     * @param compQ where the SinkClosedEvent goes; null: to the server's client
     * @throws SinkClosedException the end was told before, or the application has closed it
     */
    public void close(SinkIF compQ) throws SinkClosedException {
        synchronized (this) {
            if (endTold || endSink != null)
                throw new SinkClosedException("connection closed");
            endSink = compQ;
        }
        closeQuietly();
    }

    /** Closes when everything enqueued before has been sent. */
    private synchronized void closeQuietly() {
        closed = true;
        try {
            conn.close(new SimpleSink() {
                @Override
                public void enqueue(QueueElementIF event) {
                    ended();
                }
            });
        } catch (SinkClosedException e) {
            // by the peer, or by its last response: its SinkClosedEvent is on the way
        }
    }

    /** @param compQ where the SinkFlushedEvent goes when everything enqueued before has been sent */
    public void flush(SinkIF compQ) throws SinkClosedException {
        conn.flush(new SimpleSink() {
            @Override
            public void enqueue(QueueElementIF event) throws SinkException {
                compQ.enqueue(new SinkFlushedEvent(httpConnection.this));
            }
        });
    }

    /** The application has not taken it, and need not be told of its end. */
    synchronized void refuse() {
        endTold = true;
        server.forget(conn);
        closeQuietly();
    }

    /** What has arrived could not be handled. */
    synchronized void fail() {
        deaf = true;
        closeQuietly();
    }

    /** The connection has ended. */
    void ended() {
        SinkIF told;
        synchronized (this) {
            closed = true;
            if (endTold)
                return;
            endTold = true;
            told = endSink;
        }
        server.forget(conn);
        server.pushClosed(new SinkClosedEvent(this), told);
    }

    @Override
    public String toString() {
        return "httpConnection [" + conn + "]";
    }
}
