// SPDX-License-Identifier: Apache-2.0
package seda.nbio;

import java.net.DatagramPacket;
import java.net.DatagramSocketImpl;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketAddress;
import java.net.SocketException;

/**
 * What a DatagramSocket of the JDK has behind it if everything goes through a channel: nothing, not even a descriptor.
 */
final class NoImpl extends DatagramSocketImpl {
    private static SocketException unsupported() {
        return new SocketException("not supported by a nonblocking socket");
    }

    @Override
    protected void create() {}

    @Override
    protected void close() {}

    @Override
    protected void bind(int port, InetAddress address) throws SocketException {
        throw unsupported();
    }

    @Override
    protected void send(DatagramPacket packet) throws SocketException {
        throw unsupported();
    }

    @Override
    protected int peek(InetAddress address) throws SocketException {
        throw unsupported();
    }

    @Override
    protected int peekData(DatagramPacket packet) throws SocketException {
        throw unsupported();
    }

    @Override
    protected void receive(DatagramPacket packet) throws SocketException {
        throw unsupported();
    }

    @Override
    @Deprecated
    protected void setTTL(byte ttl) throws SocketException {
        throw unsupported();
    }

    @Override
    @Deprecated
    protected byte getTTL() throws SocketException {
        throw unsupported();
    }

    @Override
    protected void setTimeToLive(int ttl) throws SocketException {
        throw unsupported();
    }

    @Override
    protected int getTimeToLive() throws SocketException {
        throw unsupported();
    }

    @Override
    protected void join(InetAddress group) throws SocketException {
        throw unsupported();
    }

    @Override
    protected void leave(InetAddress group) throws SocketException {
        throw unsupported();
    }

    @Override
    protected void joinGroup(SocketAddress group, NetworkInterface on) throws SocketException {
        throw unsupported();
    }

    @Override
    protected void leaveGroup(SocketAddress group, NetworkInterface on) throws SocketException {
        throw unsupported();
    }

    @Override
    public void setOption(int option, Object value) throws SocketException {
        throw unsupported();
    }

    @Override
    public Object getOption(int option) throws SocketException {
        throw unsupported();
    }
}
