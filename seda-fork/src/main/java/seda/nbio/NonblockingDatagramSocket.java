// SPDX-License-Identifier: Apache-2.0
package seda.nbio;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;

/** Sends and receives datagrams, with or without waiting. On java.nio. */
public class NonblockingDatagramSocket extends DatagramSocket implements Selectable, OnChannel {
    private final DatagramChannel channel;

    /** On any free port. */
    public NonblockingDatagramSocket() throws IOException {
        this(0);
    }

    public NonblockingDatagramSocket(int port) throws IOException {
        this(port, null);
    }

    /** @param address null: all local ones */
    public NonblockingDatagramSocket(int port, InetAddress address) throws IOException {
        this(DatagramChannel.open(), port, address);
    }

    /** On an IPv4 channel, as multicast groups need one whose family is known. */
    static DatagramChannel multicastChannel() throws IOException {
        return DatagramChannel.open(StandardProtocolFamily.INET).setOption(StandardSocketOptions.SO_REUSEADDR, true);
    }

    NonblockingDatagramSocket(DatagramChannel channel, int port, InetAddress address) throws IOException {
        super(new NoImpl());
        this.channel = channel;
        try {
            channel.configureBlocking(false);
            channel.bind(address == null ? new InetSocketAddress(port) : new InetSocketAddress(address, port));
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public SelectableChannel channel() {
        return channel;
    }

    @Override
    public DatagramChannel getChannel() {
        return channel;
    }

    @Override
    public synchronized void close() {
        if (channel == null)
            return; // called by the superclass's constructor
        try {
            channel.close();
        } catch (IOException e) {
            // the descriptor is given back all the same
        }
    }

    @Override
    public boolean isClosed() {
        return channel != null && !channel.isOpen();
    }

    @Override
    public void connect(InetAddress address, int port) throws IllegalArgumentException {
        try {
            channel.connect(new InetSocketAddress(address, port));
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot connect to " + address + ":" + port, e);
        }
    }

    public void connect(String host, int port) throws UnknownHostException {
        connect(InetAddress.getByName(host), port);
    }

    @Override
    public synchronized void disconnect() {
        try {
            channel.disconnect();
        } catch (IOException e) {
            // it is closed
        }
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

    /** @return the datagram's length; 0 if there is none */
    public int nbReceive(DatagramPacket packet) throws IOException {
        return receiveNow(packet) ? packet.getLength() : 0;
    }

    private boolean receiveNow(DatagramPacket packet) throws IOException {
        ByteBuffer in = ByteBuffer.wrap(packet.getData(), packet.getOffset(), packet.getLength());
        int begin = in.position();
        SocketAddress sender = channel.receive(in);
        if (sender == null)
            return false;
        packet.setLength(in.position() - begin);
        packet.setSocketAddress(sender);
        return true;
    }

    public int nbReceive(byte[] buffer, int offset, int length) throws IOException {
        return nbReceive(new DatagramPacket(buffer, offset, length));
    }

    /** @return the number of bytes sent; 0 if there was no room */
    public int nbSend(DatagramPacket packet) throws IOException {
        ByteBuffer out = ByteBuffer.wrap(packet.getData(), packet.getOffset(), packet.getLength());
        return packet.getAddress() == null ? channel.write(out) : channel.send(out, packet.getSocketAddress());
    }

    public int nbSend(byte[] buffer, int offset, int length, InetAddress address, int port) throws IOException {
        return channel.send(ByteBuffer.wrap(buffer, offset, length), new InetSocketAddress(address, port));
    }

    /** To the connected peer. */
    public int nbSend(byte[] buffer, int offset, int length) throws IOException {
        return channel.write(ByteBuffer.wrap(buffer, offset, length));
    }

    @Override
    public int getReceiveBufferSize() throws SocketException {
        return channel.socket().getReceiveBufferSize();
    }

    @Override
    public int getSendBufferSize() throws SocketException {
        return channel.socket().getSendBufferSize();
    }

    @Override
    public void setReceiveBufferSize(int bytes) throws SocketException {
        channel.socket().setReceiveBufferSize(bytes);
    }

    @Override
    public void setSendBufferSize(int bytes) throws SocketException {
        channel.socket().setSendBufferSize(bytes);
    }

    /** Waits for room. */
    @Override
    public void send(DatagramPacket packet) throws IOException {
        while (nbSend(packet) == 0 && packet.getLength() > 0)
            Waiting.until(channel, SelectionKey.OP_WRITE);
    }

    /** Waits for a datagram. */
    @Override
    public void receive(DatagramPacket packet) throws IOException {
        while (!receiveNow(packet))
            Waiting.until(channel, SelectionKey.OP_READ);
    }
}
