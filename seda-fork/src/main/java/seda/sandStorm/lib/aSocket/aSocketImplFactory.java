// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;

/** A provider of sockets. */
public abstract class aSocketImplFactory {
    protected abstract SelectSourceIF newSelectSource();

    protected abstract SelectQueueElement newSelectQueueElement(Object item);

    protected abstract SockState newSockState(ATcpConnection conn, Socket socket, int writeClogThreshold)
            throws IOException;

    protected abstract ConnectSockState newConnectSockState(ATcpConnectRequest request, SelectSourceIF source)
            throws IOException;

    protected abstract ListenSockState newListenSockState(ATcpListenRequest request, SelectSourceIF source)
            throws IOException;

    protected abstract DatagramSockState newDatagramSockState(AUdpSocket socket, InetAddress address, int port)
            throws IOException;
}
