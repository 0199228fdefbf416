// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

import java.net.Socket;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkClosedEvent;
import seda.sandStorm.api.SinkClosedException;
import seda.sandStorm.api.SinkCloggedEvent;
import seda.sandStorm.api.SinkDrainedEvent;
import seda.sandStorm.api.SinkException;
import seda.sandStorm.api.SinkFlushedEvent;
import seda.sandStorm.api.SinkFullException;
import seda.sandStorm.api.SinkIF;
import seda.sandStorm.core.BufferElement;
import seda.sandStorm.core.ssLinkedList;
import whodunit.seda.Contexts;

/**
 * What the socket layer knows of a connection. The first half belongs to the read stage's thread and the second to the
 * write stage's, so that nothing needs a lock: only the write stage closes.
 */
public abstract class SockState implements aSocketConst {
    protected Socket nbsock;
    protected ATcpConnection conn;
    /** Set once, by the thread of the write stage. */
    protected volatile boolean closed;

    /** Where packets go; null until the application starts to read. */
    protected SinkIF readCompQ;
    /** What the sink has refused, to be offered again before anything more is read. */
    protected QueueElementIF clogged_qel;
    protected int clogged_numtries;
    protected int readClogTries;
    protected byte[] readBuf;
    /** The last packet's number. */
    protected long seqNum = 1;
    protected ATcpInPacket pkt;
    /** Nothing more will come in. */
    protected boolean ended;
    private boolean readerToldOfEnd;

    /** Write requests that may wait; -1: any number. */
    protected int writeClogThreshold;
    protected int outstanding_writes;
    /** Writes in which the socket took nothing. */
    protected int numEmptyWrites;
    protected ssLinkedList writeReqList = new ssLinkedList();
    protected ATcpWriteRequest cur_write_req;
    protected byte[] writeBuf;
    /** Where in {@link #writeBuf} the next byte to write is, and where the last one ends. */
    protected int cur_offset;
    protected int cur_length_target;
    /** Whether the write stage will come to this connection at the end of its batch. */
    boolean inBatch;

    /** Sockets that are watched for writability. */
    protected static int numActiveWriteSockets;

    public SockState() {}

    /** Starts to push packets to the sink. */
    protected abstract void readInit(SelectSourceIF source, SinkIF compQ, int readClogTries);

    /** Pushes what the sink has refused last time, else what the socket has. */
    protected abstract void doRead();

    /** @return false if too many are waiting */
    protected abstract boolean addWriteRequest(aSocketRequest request, SelectSourceIF source);

    /** Makes it the request that is written next. */
    protected abstract void initWrite(ATcpWriteRequest request);

    /**
     * Writes what the socket takes.
     *
     * @return whether nothing waits any longer
     * @throws SinkClosedException if the connection is broken
     */
    protected abstract boolean tryWrite() throws SinkClosedException;

    protected abstract void writeMaskEnable();

    protected abstract void writeMaskDisable();

    /** Closes now; a SinkClosedEvent goes to the sink unless it is null. */
    protected abstract void close(SinkIF closeQ);

    boolean isClogged() {
        return clogged_qel != null;
    }

    /**
     * Offers an element to the reader, again and again if it is refused.
     *
     * @return whether the next one may be read
     */
    protected boolean deliver(QueueElementIF element) {
        clogged_qel = null;
        try {
            readCompQ.enqueue(element);
        } catch (SinkFullException e) {
            clogged_qel = element;
            if (++clogged_numtries == readClogTries && !(element instanceof SinkClosedEvent)) {
                clogged_qel = null;
                readCompQ.enqueue_lossy(new SinkCloggedEvent(conn, element));
            }
        } catch (SinkException e) { // the reader is gone for good
            if (!conn.isClosed())
                conn.peerClosed();
        }
        if (clogged_qel == null)
            clogged_numtries = 0;
        return clogged_qel == null;
    }

    /** Nothing more will come in: tells the reader, once, when he has taken everything before. */
    protected void endOfInput() {
        ended = true;
        if (!conn.isClosed())
            conn.peerClosed();
        if (readCompQ != null && clogged_qel == null && !readerToldOfEnd) {
            readerToldOfEnd = true;
            deliver(new SinkClosedEvent(conn));
        }
    }

    /** Puts a request behind those that wait. */
    protected void enlist(aSocketRequest request) {
        request.context = Contexts.current();
        writeReqList.add_to_tail(request);
        if (request instanceof ATcpWriteRequest)
            outstanding_writes++;
    }

    /** Work on a request is done in the context in which it was made. */
    protected static void enterContextOf(aSocketRequest request) {
        Contexts.set(request.context);
    }

    protected static boolean sameContext(aSocketRequest a, aSocketRequest b) {
        return a.context == b.context;
    }

    /** The first request has been carried out: tells who wanted to know. */
    protected void completeFirst() {
        aSocketRequest request = (aSocketRequest) writeReqList.remove_head();
        if (request instanceof ATcpWriteRequest write) {
            outstanding_writes--;
            conn.outstanding.decrementAndGet();
            tell(write.buf.getCompletionQueue(), new SinkDrainedEvent(conn, write.buf));
        } else if (request instanceof ATcpFlushRequest flush) {
            tell(flush.compQ, new SinkFlushedEvent(conn));
        } else {
            close(((ATcpCloseRequest) request).compQ);
        }
    }

    /** Too much waits: the buffer is dropped. */
    final void clogged(BufferElement buffer) {
        conn.outstanding.decrementAndGet();
        SinkIF told = buffer.getCompletionQueue() != null ? buffer.getCompletionQueue() : readCompQ;
        tell(told, new SinkCloggedEvent(conn, buffer));
    }

    /**
     * The connection is broken: what waits is dropped, and those who wait for it are told; the reader, too, if the end
     * is news.
     */
    final void broken() {
        boolean known = conn.isClosed();
        conn.refuseWrites();
        close(null);
        dropAll();
        if (!known)
            aSocketMgr.enqueueRequest(new ATcpLostNotice(this));
    }

    /** Nothing that waits can be done any more. */
    final void dropAll() {
        for (Object waiting; (waiting = writeReqList.remove_head()) != null;)
            drop((aSocketRequest) waiting);
        outstanding_writes = 0;
        cur_write_req = null;
    }

    /** A request for a connection that is closed. */
    final void drop(aSocketRequest request) {
        if (request instanceof ATcpWriteRequest) {
            conn.outstanding.decrementAndGet();
        } else if (request instanceof ATcpFlushRequest flush) {
            tell(flush.compQ, new SinkFlushedEvent(conn));
        } else {
            tell(((ATcpCloseRequest) request).compQ, new SinkClosedEvent(conn));
        }
    }

    private static void tell(SinkIF sink, QueueElementIF event) {
        if (sink != null)
            sink.enqueue_lossy(event);
    }

    @Override
    public String toString() {
        return "SockState [" + conn + ", " + outstanding_writes + " to write, " + numEmptyWrites + " empty writes]";
    }
}
