// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket.nio;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.channels.SelectionKey;
import seda.sandStorm.lib.aSocket.ATcpConnectRequest;
import seda.sandStorm.lib.aSocket.ATcpConnection;
import seda.sandStorm.lib.aSocket.ATcpListenRequest;
import seda.sandStorm.lib.aSocket.AUdpSocket;
import seda.sandStorm.lib.aSocket.SelectQueueElement;
import seda.sandStorm.lib.aSocket.SelectSourceIF;
import seda.sandStorm.lib.aSocket.aSocketImplFactory;

/** Sockets on java.nio. */
public class NIOFactory extends aSocketImplFactory {
    public NIOFactory() {}

    @Override
    protected SelectSourceIF newSelectSource() {
        return new NIOSelectSource();
    }

    @Override
    protected SelectQueueElement newSelectQueueElement(Object key) {
        return new NIOSelectorQueueElement((SelectionKey) key);
    }

    @Override
    protected seda.sandStorm.lib.aSocket.SockState newSockState(ATcpConnection conn, Socket socket,
            int writeClogThreshold)
            throws IOException {
        return new SockState(conn, socket, writeClogThreshold);
    }

    @Override
    protected seda.sandStorm.lib.aSocket.ConnectSockState newConnectSockState(ATcpConnectRequest request,
            SelectSourceIF source)
            throws IOException {
        return new ConnectSockState(request, source);
    }

    @Override
    protected seda.sandStorm.lib.aSocket.ListenSockState newListenSockState(ATcpListenRequest request,
            SelectSourceIF source)
            throws IOException {
        return new ListenSockState(request, source);
    }

    @Override
    protected seda.sandStorm.lib.aSocket.DatagramSockState newDatagramSockState(AUdpSocket socket, InetAddress address,
            int port)
            throws IOException {
        return new DatagramSockState(socket, address, port);
    }
}
