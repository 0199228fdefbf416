// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

import java.net.InetAddress;
import java.net.UnknownHostException;
import seda.sandStorm.api.SinkIF;

/** Makes a connection: an {@link ATcpConnection}, or an {@link ATcpConnectFailedEvent}, is pushed to a sink. */
public class ATcpClientSocket {
    private final InetAddress address;
    private final int port;

    public ATcpClientSocket(InetAddress address, int port, SinkIF compQ) {
        this(address, port, compQ, -1, -1);
    }

    public ATcpClientSocket(String host, int port, SinkIF compQ) throws UnknownHostException {
        this(InetAddress.getByName(host), port, compQ);
    }

    /**
     * @param writeClogThreshold see {@link ATcpConnection}; -1: none
     * @param connectClogTries   how often the outcome is offered to a sink that is full; -1: until it is taken
     */
    public ATcpClientSocket(InetAddress address, int port, SinkIF compQ, int writeClogThreshold, int connectClogTries) {
        this.address = address;
        this.port = port;
        aSocketMgr.enqueueRequest(
                new ATcpConnectRequest(this, address, port, compQ, writeClogThreshold, connectClogTries));
    }

    public ATcpClientSocket(String host, int port, SinkIF compQ, int writeClogThreshold, int connectClogTries)
            throws UnknownHostException {
        this(InetAddress.getByName(host), port, compQ, writeClogThreshold, connectClogTries);
    }

    /** For subclasses that connect in their own way. */
    protected ATcpClientSocket() {
        address = null;
        port = -1;
    }

    public InetAddress getAddress() {
        return address;
    }

    public int getPort() {
        return port;
    }
}
