// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket.nio;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import seda.sandStorm.lib.aSocket.ATcpConnection;
import seda.sandStorm.lib.aSocket.ATcpListenRequest;
import seda.sandStorm.lib.aSocket.ATcpListenSuccessEvent;
import seda.sandStorm.lib.aSocket.ATcpServerSocketClosedEvent;
import seda.sandStorm.lib.aSocket.SelectSourceIF;

/** A listening socket on a {@link ServerSocketChannel}. */
public class ListenSockState extends seda.sandStorm.lib.aSocket.ListenSockState {
    /** Clients that may wait to be accepted. */
    private static final int BACKLOG = 1024;

    private final ServerSocketChannel channel;
    private final int localPort;
    private SelectSourceIF source;
    private SelectionKey key;

    /** Listens, tells so, and watches for clients. */
    public ListenSockState(ATcpListenRequest request, SelectSourceIF source) throws IOException {
        this(request);
        this.source = source;
        compQ.enqueue_lossy(new ATcpListenSuccessEvent(servsock));
        key = (SelectionKey) source.register(channel, SelectionKey.OP_ACCEPT);
        key.attach(this);
        source.interruptSelect();
    }

    /** Listens. */
    protected ListenSockState(ATcpListenRequest request) throws IOException {
        servsock = request.servsock;
        port = request.port;
        compQ = request.compQ;
        writeClogThreshold = request.writeClogThreshold;
        channel = ServerSocketChannel.open();
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            channel.bind(new InetSocketAddress(port), BACKLOG);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        localPort = channel.socket().getLocalPort();
    }

    @Override
    protected Socket accept() throws IOException {
        SocketChannel accepted = channel.accept();
        return accepted == null ? null : accepted.socket();
    }

    @Override
    protected void suspend() {
        interest(0);
    }

    @Override
    protected void resume() {
        interest(SelectionKey.OP_ACCEPT);
    }

    private void interest(int events) {
        Interest.set(key, events);
        source.interruptSelect();
    }

    @Override
    protected void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // the descriptor is given back all the same
        }
        source.interruptSelect(); // the selector keeps the descriptor until it next selects
        compQ.enqueue_lossy(new ATcpServerSocketClosedEvent(servsock));
    }

    /** A connection that the application has no room for is closed. */
    @Override
    protected void complete(ATcpConnection conn) {
        num_connections++;
        if (compQ.enqueue_lossy(conn))
            return;
        try {
            conn.getSocket().close();
        } catch (IOException e) {
            // nobody holds it
        }
    }

    @Override
    public int getLocalPort() {
        return localPort;
    }

    public Object getSocket() {
        return channel;
    }
}
