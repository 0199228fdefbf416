// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

import java.net.InetAddress;
import java.net.Socket;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkClosedException;
import seda.sandStorm.api.SinkIF;
import seda.sandStorm.core.BufferElement;

/**
 * An established connection: a sink of {@link BufferElement}s to write. When a buffer has been written, a
 * SinkDrainedEvent goes to the buffer's completion queue; when more wait than the connection's threshold allows, the
 * buffer is dropped and a SinkCloggedEvent goes there instead. Every method may be called from any thread and none
 * blocks.
 */
public class ATcpConnection extends SocketSink implements QueueElementIF {
    public SockState sockState;
    /** The application's own. */
    public Object userTag;

    private final ATcpClientSocket clientSocket;
    private final ATcpServerSocket serverSocket;
    private final InetAddress address;
    private final int port;

    private ATcpConnection(ATcpClientSocket clientSocket, ATcpServerSocket serverSocket, InetAddress address,
            int port) {
        super("connection");
        this.clientSocket = clientSocket;
        this.serverSocket = serverSocket;
        this.address = address;
        this.port = port;
    }

    public ATcpConnection(ATcpClientSocket clientSocket, InetAddress address, int port) {
        this(clientSocket, null, address, port);
    }

    public ATcpConnection(ATcpServerSocket serverSocket, InetAddress address, int port) {
        this(null, serverSocket, address, port);
    }

    protected ATcpConnection() {
        this(null, null, null, 0);
    }

    /** The peer's address. */
    public InetAddress getAddress() {
        return address;
    }

    /** The peer's port. */
    public int getPort() {
        return port;
    }

    /** Whether the peer or {@link #close} has ended it; buffers are no longer accepted. */
    public boolean isClosed() {
        return refusesWrites();
    }

    /** The socket that accepted it, or null. */
    public ATcpServerSocket getServerSocket() {
        return serverSocket;
    }

    /** The socket that connected it, or null. */
    public ATcpClientSocket getClientSocket() {
        return clientSocket;
    }

    public Socket getSocket() {
        return sockState.nbsock;
    }

    /**
     * From now on {@link ATcpInPacket}s are pushed to the sink, and one SinkClosedEvent when the peer has closed. While
     * the sink is full nothing is read, so that the peer has to wait.
     *
     * @param readClogTries after so many refusals a packet is dropped, and a SinkCloggedEvent says so; -1: never
     */
    @Override
    public void startReader(SinkIF compQ, int readClogTries) {
        aSocketMgr.enqueueRequest(new ATcpStartReadRequest(this, compQ, readClogTries));
    }

    @Override
    aSocketRequest write(BufferElement buffer) {
        return new ATcpWriteRequest(this, buffer);
    }

    /**
     * Closes when everything enqueued before has been written.
     *
     * @param compQ where the SinkClosedEvent goes; may be null
     */
    public void close(SinkIF compQ) throws SinkClosedException {
        close(new ATcpCloseRequest(this, compQ));
    }

    /** The peer has closed: what waits is still written, then the descriptor is given back. */
    void peerClosed() {
        refuseWrites();
        aSocketMgr.enqueueRequest(new ATcpCloseRequest(this, null));
    }

    /**
     * Tells when everything enqueued before has been written.
     *
     * @param compQ where the SinkFlushedEvent goes
     */
    public void flush(SinkIF compQ) throws SinkClosedException {
        flush(new ATcpFlushRequest(this, compQ));
    }

    /** The number of the next packet to arrive. */
    public long getSequenceNumber() {
        return sockState.seqNum;
    }

    @Override
    public String toString() {
        return "ATcpConnection [" + address + ":" + port + (isClosed() ? ", closed]" : "]");
    }
}
