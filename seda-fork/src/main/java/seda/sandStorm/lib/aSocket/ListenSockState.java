// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

import java.io.IOException;
import java.net.Socket;
import seda.sandStorm.api.SinkIF;

/** What the socket layer knows of a listening socket. */
public abstract class ListenSockState {
    /** Connections accepted so far, by all listening sockets. */
    protected static int num_connections;

    protected ATcpServerSocket servsock;
    protected int port;
    protected SinkIF compQ;
    protected int writeClogThreshold;

    public ListenSockState() {}

    protected abstract int getLocalPort();

    /** @return null if nobody waits to be accepted */
    protected abstract Socket accept() throws IOException;

    protected abstract void suspend();

    protected abstract void resume();

    protected abstract void close();

    /** Hands an accepted connection to the application. */
    protected abstract void complete(ATcpConnection conn);
}
