// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket.nio;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import seda.sandStorm.lib.aSocket.ATcpConnectFailedEvent;
import seda.sandStorm.lib.aSocket.ATcpConnectRequest;
import seda.sandStorm.lib.aSocket.SelectSourceIF;
import seda.sandStorm.lib.aSocket.aSocketErrorEvent;

/** A {@link SocketChannel} that is connecting. */
public class ConnectSockState extends seda.sandStorm.lib.aSocket.ConnectSockState {
    private final SocketChannel channel;
    private SelectionKey key;

    /** Connects, and watches for the outcome. */
    public ConnectSockState(ATcpConnectRequest request, SelectSourceIF source) throws IOException {
        this(request);
        try {
            channel.connect(new InetSocketAddress(request.addr, request.port));
            key = (SelectionKey) source.register(channel, SelectionKey.OP_CONNECT);
            key.attach(this);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    protected ConnectSockState(ATcpConnectRequest request) throws IOException {
        clisock = request.clisock;
        compQ = request.compQ;
        writeClogThreshold = request.writeClogThreshold;
        connectClogTries = request.connectClogTries;
        channel = SocketChannel.open();
        channel.configureBlocking(false);
    }

    @Override
    protected void complete() {
        try {
            if (!channel.finishConnect())
                return;
            key.interestOps(0); // not cancelled: the write stage registers the channel again
            connected(channel.socket());
        } catch (IOException e) {
            error(new ATcpConnectFailedEvent(clisock, e.getMessage()));
        }
    }

    @Override
    protected void error(aSocketErrorEvent event) {
        try {
            channel.close();
        } catch (IOException e) {
            // it was never connected
        }
        offer(event);
    }
}
