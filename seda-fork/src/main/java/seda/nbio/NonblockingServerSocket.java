// SPDX-License-Identifier: Apache-2.0
package seda.nbio;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** Accepts clients, with or without waiting for them. On java.nio. */
public class NonblockingServerSocket implements Selectable, OnChannel {
    private static final int BACKLOG = 1024;

    private final ServerSocketChannel channel = ServerSocketChannel.open();
    private int timeoutMillis;

    public NonblockingServerSocket(int port) throws IOException {
        this(port, BACKLOG);
    }

    public NonblockingServerSocket(int port, int backlog) throws IOException {
        this(port, backlog, null);
    }

    /** @param address null: all local ones */
    public NonblockingServerSocket(int port, int backlog, InetAddress address) throws IOException {
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            channel.bind(address == null ? new InetSocketAddress(port) : new InetSocketAddress(address, port), backlog);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public SelectableChannel channel() {
        return channel;
    }

    /** Waits for a client, as long as {@link #setSoTimeout} says. */
    public NonblockingSocket accept() throws IOException {
        long deadline = System.currentTimeMillis() + getSoTimeout();
        for (NonblockingSocket accepted;;) {
            if ((accepted = nbAccept()) != null)
                return accepted;
            long left = getSoTimeout() == 0 ? 0 : deadline - System.currentTimeMillis();
            if (left < 0 || left == 0 && getSoTimeout() != 0)
                throw new SocketTimeoutException("nobody has connected");
            Waiting.until(channel, SelectionKey.OP_ACCEPT, left);
        }
    }

    /** @return null if nobody waits */
    public synchronized NonblockingSocket nbAccept() throws IOException {
        SocketChannel accepted = channel.accept();
        return accepted == null ? null : new NonblockingSocket(accepted);
    }

    public InetAddress getInetAddress() {
        return channel.socket().getInetAddress();
    }

    public int getLocalPort() {
        return channel.socket().getLocalPort();
    }

    /** @param millis 0: forever */
    public synchronized void setSoTimeout(int millis) throws SocketException {
        timeoutMillis = millis;
    }

    public synchronized int getSoTimeout() throws SocketException {
        return timeoutMillis;
    }

    public synchronized void close() throws IOException {
        channel.close();
    }

    @Override
    public String toString() {
        return "NonblockingServerSocket [" + channel + "]";
    }
}
