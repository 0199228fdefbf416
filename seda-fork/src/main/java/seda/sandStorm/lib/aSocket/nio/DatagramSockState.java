// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket.nio;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.util.Arrays;
import seda.sandStorm.api.SinkClosedEvent;
import seda.sandStorm.api.SinkClosedException;
import seda.sandStorm.api.SinkIF;
import seda.sandStorm.api.SourceIF;
import seda.sandStorm.lib.aSocket.AUdpInPacket;
import seda.sandStorm.lib.aSocket.AUdpPacket;
import seda.sandStorm.lib.aSocket.AUdpSocket;
import seda.sandStorm.lib.aSocket.AUdpWriteRequest;
import seda.sandStorm.lib.aSocket.SelectSourceIF;
import seda.sandStorm.lib.aSocket.aSocketRequest;

/** Datagrams on a {@link DatagramChannel}. */
public class DatagramSockState extends seda.sandStorm.lib.aSocket.DatagramSockState {
    /** Datagrams that are read from one socket before the others have their turn. */
    private static final int READS_AT_ONCE = 64;

    private final DatagramChannel channel;
    private SelectSourceIF readSource, writeSource;
    private SelectionKey readKey, writeKey;

    public DatagramSockState(AUdpSocket socket, InetAddress address, int port) throws IOException {
        udpsock = socket;
        maxPacketSize = socket.maxPacketSize;
        writeClogThreshold = socket.writeClogThreshold;
        channel = DatagramChannel.open();
        try {
            channel.configureBlocking(false);
            channel.bind(address == null ? new InetSocketAddress(port) : new InetSocketAddress(address, port));
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    protected synchronized void readInit(SelectSourceIF source, SinkIF compQ, int readClogTries) {
        readCompQ = compQ;
        this.readClogTries = readClogTries;
        if (readKey != null)
            return; // another sink for the datagrams to come
        readSource = source;
        readBuf = new byte[maxPacketSize];
        readKey = (SelectionKey) source.register(channel, SelectionKey.OP_READ);
        if (readKey != null)
            readKey.attach(this);
    }

    @Override
    protected void doRead() {
        if (clogged_qel != null && !deliver(clogged_qel))
            return;
        ByteBuffer in = ByteBuffer.wrap(readBuf);
        for (int i = 0; i < READS_AT_ONCE; i++) {
            SocketAddress sender;
            try {
                sender = channel.receive(in.clear());
            } catch (ClosedChannelException e) {
                return;
            } catch (IOException e) { // the peer of a connected socket was not there: nothing has arrived
                continue;
            }
            if (sender == null)
                break;
            int size = in.flip().limit();
            pkt = new AUdpInPacket(udpsock, new DatagramPacket(Arrays.copyOf(readBuf, size), size, sender), seqNum++);
            if (!deliver(pkt)) {
                Interest.set(readKey, 0);
                return;
            }
        }
        Interest.set(readKey, SelectionKey.OP_READ);
    }

    @Override
    protected synchronized boolean addWriteRequest(aSocketRequest request, SourceIF source) {
        writeSource = (SelectSourceIF) source;
        if (request instanceof AUdpWriteRequest) {
            if (writeClogThreshold != -1 && outstanding_writes >= writeClogThreshold)
                return false;
            outstanding_writes++;
        }
        writeReqList.add_to_tail(request);
        return true;
    }

    @Override
    protected boolean tryWrite() throws SinkClosedException {
        ByteBuffer out = ByteBuffer.wrap(cur_write_buf.data, cur_write_buf.offset, cur_write_buf.size);
        try {
            SocketAddress to = cur_write_buf instanceof AUdpPacket packet && packet.address != null
                    ? new InetSocketAddress(packet.address, packet.port) : channel.getRemoteAddress();
            if (to == null)
                throw new IOException("it has no address, and the socket is not connected");
            return channel.send(out, to) > 0 || cur_write_buf.size == 0;
        } catch (ClosedChannelException e) {
            throw new SinkClosedException("socket closed");
        } catch (IOException | RuntimeException e) { // this one cannot be sent; the next one may
            System.err.println("aSocket: a datagram of " + cur_write_buf.size + " bytes was not sent: " + e);
            return true;
        }
    }

    @Override
    protected void writeMaskEnable() {
        if (writeKey == null) {
            writeKey = (SelectionKey) writeSource.register(channel, SelectionKey.OP_WRITE);
            if (writeKey != null)
                writeKey.attach(this);
        } else {
            Interest.set(writeKey, SelectionKey.OP_WRITE);
        }
    }

    @Override
    protected void writeMaskDisable() {
        if (writeKey != null)
            Interest.set(writeKey, 0);
    }

    @Override
    protected synchronized void close(SinkIF closeQ) {
        closed = true;
        try {
            channel.close();
        } catch (IOException e) {
            // the descriptor is given back all the same
        }
        if (readSource != null) // its selector keeps the descriptor until it next selects
            readSource.interruptSelect();
        tell(closeQ, new SinkClosedEvent(udpsock));
    }

    @Override
    protected DatagramSocket getSocket() {
        return channel.socket();
    }

    @Override
    protected void connect(InetAddress address, int port) {
        try {
            channel.disconnect();
            if (address != null)
                channel.connect(new InetSocketAddress(address, port));
            tellConnected(address != null);
        } catch (IOException | RuntimeException e) {
            System.err.println("aSocket: cannot connect datagrams to " + address + ":" + port + ": " + e);
        }
    }

    @Override
    public String toString() {
        return "DatagramSockState [" + channel + ", " + outstanding_writes + " to write]";
    }
}
