// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

import java.io.IOException;
import seda.sandStorm.api.SinkIF;

/**
 * Listens: an {@link ATcpListenSuccessEvent} or {@link ATcpListenFailedEvent} is pushed to a sink, and then an
 * {@link ATcpConnection} for each client. A client for whom the sink has no room is turned away.
 */
public class ATcpServerSocket {
    public ListenSockState lss;
    private final int port;

    /** @param port 0: any free one, see {@link #getLocalPort} */
    public ATcpServerSocket(int port, SinkIF compQ) throws IOException {
        this(port, compQ, -1);
    }

    /** @param writeClogThreshold of the connections, see {@link ATcpConnection}; -1: none */
    public ATcpServerSocket(int port, SinkIF compQ, int writeClogThreshold) throws IOException {
        this.port = port;
        ATcpListenRequest request = new ATcpListenRequest(this, port, compQ, writeClogThreshold);
        SelectSourceIF source = aSocketMgr.listenSource();
        try {
            lss = aSocketMgr.factory().newListenSockState(request, source);
        } catch (IOException e) {
            compQ.enqueue_lossy(new ATcpListenFailedEvent(this, e.getMessage()));
        }
    }

    /** For subclasses that listen in their own way. */
    protected ATcpServerSocket() {
        port = -1;
    }

    /** Clients have to wait; they are not refused. */
    public void suspendAccept() {
        if (lss != null)
            lss.suspend();
    }

    public void resumeAccept() {
        if (lss != null)
            lss.resume();
    }

    /** The port that was asked for. */
    public int getPort() {
        return port;
    }

    /** The port that it listens on; -1 if it does not. */
    public int getLocalPort() {
        return lss == null ? -1 : lss.getLocalPort();
    }

    /** Stops listening, and pushes an {@link ATcpServerSocketClosedEvent}. Its connections stay. */
    public void close() {
        if (lss != null)
            lss.close();
    }

    @Override
    public String toString() {
        return "ATcpServerSocket [" + port + "]";
    }
}
