package seda.sandStorm.lib.http;

import java.util.Map;
import java.util.TreeMap;
import java.nio.charset.StandardCharsets;
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

/**
 * A client's connection: a sink of {@link httpResponder}s. A client may send several requests at once; each is pushed to
 * the application when the one before it is answered, so that responses leave in the order of requests. Every method may
 * be called from any thread and none blocks.
 */
public class httpConnection extends SimpleSink implements httpConst, QueueElementIF {
    /** Buffers that may wait for a client who does not read, before nothing more is read from him. */
    private static final int MAX_WAITING = 64;
    private static final byte[] CONTINUE = (HTTP_VERSION + " 100 Continue" + CRLF + CRLF)
            .getBytes(StandardCharsets.US_ASCII);

    /** The application's own. */
    public Object userTag;

    private final httpServer server;
    private final ATcpConnection conn;
    private final RequestParser parser = new RequestParser();
    /** Packets that came before the next one in order; usually empty. */
    private final Map<Long, ATcpInPacket> early = new TreeMap<>();
    private long nextPacket;
    /** The request that is not answered completely, or null. */
    private httpRequest current;
    /** Whether the beginning of its response has been sent, and the bytes of it that are missing. */
    private boolean begun;
    private long missing;
    private boolean closed;
    private boolean clientTold;

    httpConnection(httpServer server, ATcpConnection conn) {
        this.server = server;
        this.conn = conn;
        nextPacket = conn.getSequenceNumber();
    }

    public ATcpConnection getConnection() {
        return conn;
    }

    /** Where the socket layer pushes what it reads: full while the client leaves too much unread. */
    SinkIF reader(SinkIF stage) {
        return new SimpleSink() {
            @Override
            public void enqueue(QueueElementIF element) throws SinkException {
                if (element instanceof ATcpInPacket && conn.size() >= MAX_WAITING)
                    throw new SinkFullException("the client does not read");
                stage.enqueue(element);
            }
        };
    }

    /** Bytes have arrived. */
    synchronized void add(ATcpInPacket packet) {
        early.put(packet.getSequenceNumber(), packet);
        for (ATcpInPacket next; (next = early.remove(nextPacket)) != null; nextPacket++)
            parser.add(next.getBytes(), next.getBufferElement().getOffset(), next.size());
        pushRequest();
    }

    /** Pushes the next request to the application, if it is there and its turn. */
    synchronized void pushRequest() {
        while (current == null && !closed)
            try {
                current = parser.next(this);
                if (current == null) {
                    if (parser.bodyIsAwaited())
                        conn.enqueue_lossy(new BufferElement(CONTINUE));
                    return;
                }
                server.push(current);
            } catch (BadRequest e) {
                send(new httpResponder(new ErrorResponse(e), this, true));
            } catch (SinkException e) {
                send(new httpResponder(
                        new httpServiceUnavailableResponse(current, "Too many requests wait. Try again later."), this,
                        true));
            }
    }

    @Override
    public void enqueue(QueueElementIF element) throws SinkException {
        if (!(element instanceof httpResponder responder))
            throw new BadQueueElementException("an HTTP connection takes httpResponders", element);
        synchronized (this) {
            if (closed || conn.isClosed())
                throw new SinkClosedException("connection closed");
            send(responder);
        }
    }

    private void send(httpResponder responder) {
        httpResponse response = responder.getResponse();
        boolean ends = accountFor(responder, response);
        boolean last = responder.shouldClose() || ends && current != null && !current.keepsAlive();
        BufferElement[] buffers = !responder.sendHeader() ? response.getBuffers(false)
                : last ? response.getBuffers("Connection: close" + CRLF)
                        : current != null && current.getHttpVer() == httpRequest.HTTPVER_10
                                ? response.getBuffers("Connection: keep-alive" + CRLF)
                                : response.getBuffers(true);
        try {
            conn.enqueue_many(buffers);
        } catch (SinkException e) { // the client has gone; its SinkClosedEvent is on the way
            closed = true;
            return;
        }
        if (last) {
            closeQuietly();
        } else if (ends && current != null) {
            current = null;
            if (parser.hasBytes())
                server.resume(this);
        }
    }

    private void closeQuietly() {
        try {
            close(null);
        } catch (SinkClosedException e) {
            // its SinkClosedEvent is on the way
        }
    }

    /** @return whether the current request is answered completely by this */
    private boolean accountFor(httpResponder responder, httpResponse response) {
        BufferElement payload = response.getPayload();
        int size = payload == null ? 0 : payload.getSize();
        if (responder.sendHeader() || !begun)
            missing = response.contentLength();
        missing -= size;
        begun = missing > 0;
        return !begun;
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
     * Closes when everything enqueued before has been sent.
     *
     * @param compQ where the SinkClosedEvent goes; null: to the server's client
     */
    public void close(SinkIF compQ) throws SinkClosedException {
        synchronized (this) {
            closed = true;
            clientTold |= compQ != null;
        }
        try {
            conn.close(new SimpleSink() {
                @Override
                public void enqueue(QueueElementIF event) throws SinkException {
                    if (compQ == null)
                        ended();
                    else
                        compQ.enqueue(new SinkClosedEvent(httpConnection.this));
                }
            });
        } catch (SinkClosedException e) { // by the peer, or by its last response
            if (compQ != null)
                compQ.enqueue_lossy(new SinkClosedEvent(this));
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
        clientTold = true;
        closeQuietly();
    }

    /** The connection has ended without the application's doing. */
    void ended() {
        synchronized (this) {
            closed = true;
            if (clientTold)
                return;
            clientTold = true;
        }
        server.pushClosed(new SinkClosedEvent(this));
    }

    @Override
    public String toString() {
        return "httpConnection [" + conn + "]";
    }
}
