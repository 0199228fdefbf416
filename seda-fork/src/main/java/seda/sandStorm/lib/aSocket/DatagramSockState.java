// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

import java.net.DatagramSocket;
import java.net.InetAddress;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkClosedEvent;
import seda.sandStorm.api.SinkClosedException;
import seda.sandStorm.api.SinkCloggedEvent;
import seda.sandStorm.api.SinkDrainedEvent;
import seda.sandStorm.api.SinkException;
import seda.sandStorm.api.SinkFlushedEvent;
import seda.sandStorm.api.SinkFullException;
import seda.sandStorm.api.SinkIF;
import seda.sandStorm.api.SourceIF;
import seda.sandStorm.core.BufferElement;
import seda.sandStorm.core.ssLinkedList;
import whodunit.seda.Contexts;

/** What the socket layer knows of a datagram socket. As in {@link SockState}, each stage's thread has its half. */
public abstract class DatagramSockState implements aSocketConst {
    protected AUdpSocket udpsock;
    /** Set once, by the thread of the write stage. */
    protected volatile boolean closed;

    /** Where datagrams go; null until the application starts to read. */
    protected SinkIF readCompQ;
    /** What the sink has refused, to be offered again before anything more is read. */
    protected QueueElementIF clogged_qel;
    protected int clogged_numtries;
    protected int readClogTries;
    protected int maxPacketSize;
    protected byte[] readBuf;
    protected long seqNum = 1;
    protected AUdpInPacket pkt;

    protected int writeClogThreshold;
    protected int outstanding_writes;
    /** Sends that the socket had no room for. */
    protected int numEmptyWrites;
    protected ssLinkedList writeReqList = new ssLinkedList();
    protected AUdpWriteRequest cur_write_req;
    protected BufferElement cur_write_buf;

    public DatagramSockState() {}

    /** Starts to push datagrams to the sink. */
    protected abstract void readInit(SelectSourceIF source, SinkIF compQ, int readClogTries);

    /** Pushes what the sink has refused last time, else what the socket has. */
    protected abstract void doRead();

    /** @return false if too many are waiting */
    protected abstract boolean addWriteRequest(aSocketRequest request, SourceIF source);

    /**
     * Sends {@link #cur_write_req}.
     *
     * @return false if the socket has no room now
     */
    protected abstract boolean tryWrite() throws SinkClosedException;

    protected abstract void writeMaskEnable();

    protected abstract void writeMaskDisable();

    /** Closes now; a SinkClosedEvent goes to the sink unless it is null. */
    protected abstract void close(SinkIF closeQ);

    protected abstract DatagramSocket getSocket();

    /** @param address null: disconnect */
    protected abstract void connect(InetAddress address, int port);

    boolean isClogged() {
        return clogged_qel != null;
    }

    /** Offers an element to the reader; true if the next one may be read. */
    protected boolean deliver(QueueElementIF element) {
        clogged_qel = null;
        try {
            readCompQ.enqueue(element);
        } catch (SinkFullException e) {
            clogged_qel = element;
            if (++clogged_numtries == readClogTries) {
                clogged_qel = null;
                readCompQ.enqueue_lossy(new SinkCloggedEvent(udpsock, element));
            }
        } catch (SinkException e) {
            // the reader is gone: a datagram may get lost
        }
        if (clogged_qel == null)
            clogged_numtries = 0;
        return clogged_qel == null;
    }

    /** Takes a request, on the write stage's thread. */
    final void handle(AUdpRequest request, SelectSourceIF source) {
        request.context = Contexts.current();
        if (closed)
            drop(request);
        else if (addWriteRequest(request, source))
            write();
        else
            clogged((AUdpWriteRequest) request);
    }

    /** Carries out what waits, as far as the socket has room, each request in its own context. */
    final void write() {
        int context = Contexts.current();
        boolean room = true;
        while (room && !closed && writeReqList.get_head() instanceof AUdpRequest first) {
            Contexts.set(first.context);
            room = carryOut(first);
        }
        if (closed)
            for (Object waiting; (waiting = writeReqList.remove_head()) != null;)
                drop((AUdpRequest) waiting);
        else if (room)
            writeMaskDisable();
        else
            writeMaskEnable();
        Contexts.set(context);
    }

    private boolean carryOut(AUdpRequest request) {
        if (request instanceof AUdpWriteRequest write) {
            cur_write_req = write;
            cur_write_buf = write.buf;
            try {
                if (!tryWrite()) {
                    numEmptyWrites++;
                    return false;
                }
            } catch (SinkClosedException e) {
                close(null);
                return true;
            }
            outstanding_writes--;
            udpsock.outstanding.decrementAndGet();
        }
        writeReqList.remove_head();
        if (request instanceof AUdpWriteRequest write)
            tell(write.buf.getCompletionQueue(), new SinkDrainedEvent(udpsock, write.buf));
        else if (request instanceof AUdpFlushRequest flush)
            tell(flush.compQ, new SinkFlushedEvent(udpsock));
        else if (request instanceof AUdpConnectRequest connect)
            connect(connect.address, connect.port);
        else if (request instanceof AUdpDisconnectRequest)
            connect(null, -1);
        else
            close(((AUdpCloseRequest) request).compQ);
        return true;
    }

    private void clogged(AUdpWriteRequest request) {
        udpsock.outstanding.decrementAndGet();
        tell(request.buf.getCompletionQueue(), new SinkCloggedEvent(udpsock, request.buf));
    }

    /** A request for a socket that is closed. */
    private void drop(AUdpRequest request) {
        if (request instanceof AUdpWriteRequest)
            udpsock.outstanding.decrementAndGet();
        else if (request instanceof AUdpFlushRequest flush)
            tell(flush.compQ, new SinkFlushedEvent(udpsock));
        else if (request instanceof AUdpCloseRequest close)
            tell(close.compQ, new SinkClosedEvent(udpsock));
    }

    protected void tellConnected(boolean connected) {
        tell(udpsock.compQ, connected ? new AUdpConnectEvent(udpsock) : new AUdpDisconnectEvent(udpsock));
    }

    protected static void tell(SinkIF sink, QueueElementIF event) {
        if (sink != null)
            sink.enqueue_lossy(event);
    }
}
