// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

import java.net.InetAddress;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkIF;

/** Asks for a connection to a server. */
public class ATcpConnectRequest extends aSocketRequest implements QueueElementIF {
    public ATcpClientSocket clisock;
    /** Where the connection, or the failure, goes. */
    public SinkIF compQ;
    public InetAddress addr;
    public int port;
    public int writeClogThreshold;
    public int connectClogTries;

    public ATcpConnectRequest(ATcpClientSocket clisock, InetAddress addr, int port, SinkIF compQ,
            int writeClogThreshold, int connectClogTries) {
        this.clisock = clisock;
        this.addr = addr;
        this.port = port;
        this.compQ = compQ;
        this.writeClogThreshold = writeClogThreshold;
        this.connectClogTries = connectClogTries;
    }
}
