// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkIF;

/** What a server socket wants to listen on. */
public class ATcpListenRequest extends aSocketRequest implements QueueElementIF {
    public ATcpServerSocket servsock;
    /** Where success or failure, and then the connections, go. */
    public SinkIF compQ;
    public int port;
    public int writeClogThreshold;

    ATcpListenRequest(ATcpServerSocket servsock, int port, SinkIF compQ, int writeClogThreshold) {
        this.servsock = servsock;
        this.port = port;
        this.compQ = compQ;
        this.writeClogThreshold = writeClogThreshold;
    }
}
