// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import seda.sandStorm.api.SinkClosedException;
import seda.sandStorm.api.SinkIF;
import seda.sandStorm.core.BufferElement;

/**
 * A datagram socket: a sink of {@link AUdpPacket}s, or of any BufferElement while it is connected. When a datagram has
 * been sent, a SinkDrainedEvent goes to its completion queue. Every method may be called from any thread and none
 * blocks.
 */
public class AUdpSocket extends SocketSink {
    public static final int DEFAULT_MAX_PACKETSIZE = 16384;

    /** Longer datagrams are cut when they arrive. */
    public int maxPacketSize;
    /** Datagrams that may wait to be sent; -1: any number. */
    public int writeClogThreshold;
    /** Where connect and disconnect events go. */
    public SinkIF compQ;

    final DatagramSockState state;

    /** On any free port. */
    public AUdpSocket(SinkIF compQ) throws IOException {
        this(0, compQ);
    }

    public AUdpSocket(int port, SinkIF compQ) throws IOException {
        this(null, port, compQ, DEFAULT_MAX_PACKETSIZE, -1);
    }

    /** @param address the local address; null: all */
    public AUdpSocket(InetAddress address, int port, SinkIF compQ, int maxPacketSize, int writeClogThreshold)
            throws IOException {
        super("datagram socket");
        this.compQ = compQ;
        this.maxPacketSize = maxPacketSize;
        this.writeClogThreshold = writeClogThreshold;
        state = aSocketMgr.factory().newDatagramSockState(this, address, port);
    }

    /**
     * From now on {@link AUdpInPacket}s are pushed to the sink. While it is full nothing is read.
     *
     * @param readClogTries after so many refusals a datagram is dropped, and a SinkCloggedEvent says so; -1: never
     */
    @Override
    public void startReader(SinkIF compQ, int readClogTries) {
        aSocketMgr.enqueueRequest(new AUdpStartReadRequest(this, compQ, readClogTries));
    }

    @Override
    aSocketRequest write(BufferElement buffer) {
        return new AUdpWriteRequest(this, buffer);
    }

    /**
     * Closes when everything enqueued before has been sent.
     *
     * @param compQ where the SinkClosedEvent goes; may be null
     */
    public void close(SinkIF compQ) throws SinkClosedException {
        close(new AUdpCloseRequest(this, compQ));
    }

    /** @param compQ where the SinkFlushedEvent goes when everything enqueued before has been sent */
    public void flush(SinkIF compQ) throws SinkClosedException {
        flush(new AUdpFlushRequest(this, compQ));
    }

    /** The number of the next datagram to arrive. */
    public long getSequenceNumber() {
        return state.seqNum;
    }

    /** From now on only with this peer; an {@link AUdpConnectEvent} goes to {@link #compQ}. */
    public void connect(InetAddress address, int port) {
        aSocketMgr.enqueueRequest(new AUdpConnectRequest(this, address, port));
    }

    /** With anybody again; an {@link AUdpDisconnectEvent} goes to {@link #compQ}. */
    public void disconnect() {
        aSocketMgr.enqueueRequest(new AUdpDisconnectRequest(this));
    }

    /** The connected peer's address, or null. */
    public InetAddress getAddress() {
        return getSocket().getInetAddress();
    }

    /** The connected peer's port, or -1. */
    public int getPort() {
        return getSocket().getPort();
    }

    public InetAddress getLocalAddress() {
        return getSocket().getLocalAddress();
    }

    public int getLocalPort() {
        return getSocket().getLocalPort();
    }

    public DatagramSocket getSocket() {
        return state.getSocket();
    }
}
