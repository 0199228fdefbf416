// SPDX-License-Identifier: Apache-2.0
package seda.nbio;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketImpl;
import java.net.UnknownHostException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/** A TCP socket whose streams do not make their users wait; see {@link NonblockingInputStream}. On java.nio. */
public class NonblockingSocket extends Socket implements Selectable, OnChannel {
    private final SocketChannel channel;

    public NonblockingSocket(String host, int port) throws UnknownHostException, IOException {
        this(host, port, true);
    }

    public NonblockingSocket(String host, int port, boolean block) throws UnknownHostException, IOException {
        this(InetAddress.getByName(host), port, block);
    }

    public NonblockingSocket(InetAddress address, int port) throws UnknownHostException, IOException {
        this(address, port, true);
    }

    /** @param block whether to wait for the connection; otherwise see {@link #finishConnect} */
    public NonblockingSocket(InetAddress address, int port, boolean block) throws IOException {
        this(SocketChannel.open());
        try {
            channel.configureBlocking(false);
            channel.connect(new InetSocketAddress(address, port));
            while (block && !channel.finishConnect())
                Waiting.until(channel, SelectionKey.OP_CONNECT);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /** An accepted one. */
    NonblockingSocket(SocketChannel channel) throws IOException {
        super((SocketImpl) null);
        this.channel = channel;
        channel.configureBlocking(false);
    }

    @Override
    public SelectableChannel channel() {
        return channel;
    }

    @Override
    public SocketChannel getChannel() {
        return channel;
    }

    /**
     * Waits for the connection.
     *
     * @param timeoutMillis 0 polls, -1 waits forever
     * @return whether it is there
     * @throws SocketException if it has failed
     */
    public boolean finishConnect(int timeoutMillis) throws SocketException {
        try {
            if (!channel.finishConnect() && timeoutMillis != 0)
                Waiting.until(channel, SelectionKey.OP_CONNECT, Math.max(timeoutMillis, 0));
            return channel.finishConnect();
        } catch (IOException e) {
            throw (SocketException) new SocketException(e.getMessage()).initCause(e);
        }
    }

    /** Whether the connection is there. */
    public boolean connectDone() throws SocketException {
        return finishConnect(0);
    }

    @Override
    public InetAddress getInetAddress() {
        return channel.socket().getInetAddress();
    }

    @Override
    public InetAddress getLocalAddress() {
        return channel.socket().getLocalAddress();
    }

    @Override
    public int getPort() {
        return channel.socket().getPort();
    }

    @Override
    public int getLocalPort() {
        return channel.socket().getLocalPort();
    }

    @Override
    public boolean isConnected() {
        return channel.socket().isConnected();
    }

    @Override
    public boolean isBound() {
        return channel.socket().isBound();
    }

    @Override
    public boolean isClosed() {
        return !channel.isOpen();
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return new ChannelInput(channel);
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        return new ChannelOutput(channel);
    }

    @Override
    public void setTcpNoDelay(boolean on) throws SocketException {
        channel.socket().setTcpNoDelay(on);
    }

    @Override
    public boolean getTcpNoDelay() throws SocketException {
        return channel.socket().getTcpNoDelay();
    }

    @Override
    public void setSoLinger(boolean on, int seconds) throws SocketException {
        channel.socket().setSoLinger(on, seconds);
    }

    @Override
    public int getSoLinger() throws SocketException {
        return channel.socket().getSoLinger();
    }

    /** Of no effect on streams that do not wait. */
    @Override
    public synchronized void setSoTimeout(int millis) throws SocketException {
        channel.socket().setSoTimeout(millis);
    }

    @Override
    public synchronized int getSoTimeout() throws SocketException {
        return channel.socket().getSoTimeout();
    }

    @Override
    public void shutdownInput() throws IOException {
        channel.shutdownInput();
    }

    @Override
    public void shutdownOutput() throws IOException {
        channel.shutdownOutput();
    }

    @Override
    public synchronized void close() throws IOException {
        channel.close();
    }

    @Override
    public String toString() {
        return "NonblockingSocket [" + channel + "]";
    }
}
