// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import seda.sandStorm.api.BadQueueElementException;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkClosedException;
import seda.sandStorm.api.SinkException;
import seda.sandStorm.api.SinkIF;
import seda.sandStorm.core.BufferElement;
import seda.sandStorm.core.SimpleSink;

/**
 * A sink of buffers that the write stage sends, until it is closed. Every method may be called from any thread and none
 * blocks.
 */
abstract class SocketSink extends SimpleSink {
    /** Buffers that were enqueued and are neither sent nor dropped. */
    final AtomicInteger outstanding = new AtomicInteger();
    private final AtomicLong written = new AtomicLong();
    /** May be null. */
    private volatile Runnable afterWrite;
    private final String what;
    private volatile boolean closing;

    /** @param what it is, for messages */
    SocketSink(String what) {
        this.what = what;
    }

    /** The request to send the buffer. */
    abstract aSocketRequest write(BufferElement buffer);

    @Override
    public void enqueue(QueueElementIF element) throws SinkException {
        send(element);
        hasWritten();
    }

    /** Takes no lock, unlike the superclass's. */
    @Override
    public boolean enqueue_lossy(QueueElementIF element) {
        try {
            enqueue(element);
            return true;
        } catch (SinkException e) {
            return false;
        }
    }

    @Override
    public void enqueue_many(QueueElementIF[] elements) throws SinkException {
        send(elements);
        hasWritten();
    }

    /** Enqueues for a protocol on top of this, which does not want to hear of it by {@link #written}. */
    public final void send(QueueElementIF... elements) throws SinkException {
        aSocketRequest[] requests = new aSocketRequest[elements.length];
        for (int i = 0; i < elements.length; i++) {
            if (!(elements[i] instanceof BufferElement buffer))
                throw new BadQueueElementException("a " + what + " takes BufferElements", elements[i]);
            requests[i] = write(buffer);
        }
        refuseIfClosing();
        outstanding.addAndGet(requests.length);
        aSocketMgr.enqueueRequests(requests);
    }

    private void hasWritten() {
        written.incrementAndGet();
        Runnable listener = afterWrite;
        if (listener != null)
            listener.run();
    }

    /** How often something was enqueued otherwise than by {@link #send}. */
    public final long written() {
        return written.get();
    }

    /** @param listener is called whenever {@link #written} has grown, by whoever has enqueued */
    public final void afterWrite(Runnable listener) {
        afterWrite = listener;
    }

    private void refuseIfClosing() throws SinkClosedException {
        if (closing)
            throw new SinkClosedException(what + " closed");
    }

    /** Asks for the end, once; from now on nothing is taken. */
    final void close(aSocketRequest request) throws SinkClosedException {
        refuseIfClosing();
        closing = true;
        aSocketMgr.enqueueRequest(request);
    }

    final void flush(aSocketRequest request) throws SinkClosedException {
        refuseIfClosing();
        aSocketMgr.enqueueRequest(request);
    }

    final void refuseWrites() {
        closing = true;
    }

    final boolean refusesWrites() {
        return closing;
    }

    /** {@link #startReader(SinkIF, int)}, trying forever. */
    public void startReader(SinkIF compQ) {
        startReader(compQ, -1);
    }

    /**
     * From now on what arrives is pushed to the sink. While the sink is full nothing is read.
     *
     * @param readClogTries after so many refusals a packet is dropped, and a SinkCloggedEvent says so; -1: never
     */
    public abstract void startReader(SinkIF compQ, int readClogTries);

    /** Buffers that wait to be sent. */
    @Override
    public int size() {
        return outstanding.get();
    }
}
