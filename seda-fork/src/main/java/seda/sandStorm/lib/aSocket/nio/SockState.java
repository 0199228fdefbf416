// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket.nio;

import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Enumeration;
import seda.sandStorm.api.SinkClosedEvent;
import seda.sandStorm.api.SinkClosedException;
import seda.sandStorm.api.SinkIF;
import seda.sandStorm.lib.aSocket.ATcpConnection;
import seda.sandStorm.lib.aSocket.ATcpInPacket;
import seda.sandStorm.lib.aSocket.ATcpWriteRequest;
import seda.sandStorm.lib.aSocket.SelectSourceIF;
import seda.sandStorm.lib.aSocket.aSocketRequest;

/** A connection on a {@link SocketChannel}. */
public class SockState extends seda.sandStorm.lib.aSocket.SockState {
    /** Bytes that one write gives to a socket at most; those of a read fit as well. */
    private static final int BUFFER_SIZE = 65536;
    /** What goes through a socket goes through one buffer of the stage's thread. */
    private static final ThreadLocal<ByteBuffer> BUFFER = ThreadLocal
            .withInitial(() -> ByteBuffer.allocateDirect(BUFFER_SIZE));

    private final SocketChannel channel;
    private SelectSourceIF readSource, writeSource;
    private SelectionKey readKey, writeKey;

    public SockState(ATcpConnection conn, Socket socket, Integer writeClogThreshold) throws IOException {
        this.conn = conn;
        this.nbsock = socket;
        this.writeClogThreshold = writeClogThreshold;
        channel = socket.getChannel();
        channel.configureBlocking(false);
        socket.setTcpNoDelay(true);
    }

    @Override
    protected synchronized void readInit(SelectSourceIF source, SinkIF compQ, int readClogTries) {
        readCompQ = compQ;
        this.readClogTries = readClogTries;
        if (readKey != null)
            return; // another sink for the packets to come
        readSource = source;
        if (!closed)
            readKey = (SelectionKey) source.register(channel, SelectionKey.OP_READ);
        if (readKey == null)
            endOfInput();
        else
            readKey.attach(this);
    }

    @Override
    protected void doRead() {
        if (clogged_qel != null) {
            if (!deliver(clogged_qel))
                return;
            if (ended)
                endOfInput();
            else
                Interest.set(readKey, SelectionKey.OP_READ);
            return;
        }
        if (conn.isClosed()) { // by the application, with something still to write
            Interest.set(readKey, 0);
            return;
        }
        int n = read();
        if (n < 0) {
            readKey.cancel();
            endOfInput();
        } else if (n > 0) {
            pkt = new ATcpInPacket(conn, readBuf, n, seqNum++);
            readBuf = null;
            if (!deliver(pkt))
                Interest.set(readKey, 0);
            pkt = null;
        }
    }

    /** @return the number of bytes in {@link #readBuf}; -1: the connection is over */
    private int read() {
        ByteBuffer in = BUFFER.get().clear().limit(READ_BUFFER_SIZE);
        try {
            int n = channel.read(in);
            if (n > 0)
                in.flip().get(readBuf = new byte[n]);
            return n;
        } catch (IOException e) { // reset by the peer, or closed by the write stage
            return -1;
        }
    }

    @Override
    protected synchronized boolean addWriteRequest(aSocketRequest request, SelectSourceIF source) {
        writeSource = source;
        if (request instanceof ATcpWriteRequest && writeClogThreshold != -1 && outstanding_writes >= writeClogThreshold)
            return false;
        enlist(request);
        return true;
    }

    @Override
    protected void initWrite(ATcpWriteRequest request) {
        cur_write_req = request;
        writeBuf = request.buf.data;
        cur_offset = request.buf.offset;
        cur_length_target = request.buf.offset + request.buf.size;
    }

    @Override
    protected boolean tryWrite() throws SinkClosedException {
        for (int turn = 0; turn < TRYWRITE_SPIN; turn++) {
            while (writeReqList.get_head() instanceof aSocketRequest first && !(first instanceof ATcpWriteRequest)) {
                enterContextOf(first);
                completeFirst();
            }
            if (closed || writeReqList.size() == 0)
                return true;
            ATcpWriteRequest first = (ATcpWriteRequest) writeReqList.get_head();
            enterContextOf(first);
            if (cur_write_req != first)
                initWrite(first);
            ByteBuffer out = gather(first);
            int offered = out.remaining(), n;
            try {
                n = channel.write(out);
            } catch (IOException e) {
                throw new SinkClosedException("connection broken: " + e.getMessage());
            }
            written(n);
            if (n < offered) {
                if (n == 0)
                    numEmptyWrites++;
                return false;
            }
        }
        return writeReqList.size() == 0;
    }

    /** The rest of the first request, and as much as fits of those behind it that were made in the same context. */
    private ByteBuffer gather(ATcpWriteRequest first) {
        ByteBuffer out = BUFFER.get().clear().limit(BUFFER_SIZE);
        put(out, writeBuf, cur_offset, cur_length_target);
        if (out.hasRemaining() && writeReqList.size() > 1) {
            Enumeration<?> requests = writeReqList.elements();
            requests.nextElement();
            while (out.hasRemaining() && requests.hasMoreElements()
                    && requests.nextElement() instanceof ATcpWriteRequest next
                    && sameContext(first, next))
                put(out, next.buf.data, next.buf.offset, next.buf.offset + next.buf.size);
        }
        return out.flip();
    }

    private static void put(ByteBuffer out, byte[] data, int from, int to) {
        out.put(data, from, Math.min(to - from, out.remaining()));
    }

    /** Takes so many bytes off the requests. */
    private void written(int n) {
        while (cur_write_req != null && n >= cur_length_target - cur_offset) {
            n -= cur_length_target - cur_offset;
            cur_write_req = null;
            completeFirst();
            if (n > 0)
                initWrite((ATcpWriteRequest) writeReqList.get_head());
        }
        if (cur_write_req != null)
            cur_offset += n;
    }

    @Override
    protected void writeMaskEnable() {
        if (writeKey == null) {
            writeKey = (SelectionKey) writeSource.register(channel, SelectionKey.OP_WRITE);
            if (writeKey == null)
                return; // closed meanwhile
            writeKey.attach(this);
            numActiveWriteSockets++;
        } else if (writeKey.isValid() && writeKey.interestOps() == 0) {
            writeKey.interestOps(SelectionKey.OP_WRITE);
            numActiveWriteSockets++;
        }
    }

    @Override
    protected void writeMaskDisable() {
        if (writeKey != null && writeKey.isValid() && writeKey.interestOps() != 0) {
            writeKey.interestOps(0);
            numActiveWriteSockets--;
        }
    }

    @Override
    protected synchronized void close(SinkIF closeQ) {
        if (!closed) {
            writeMaskDisable();
            closed = true;
            try {
                channel.close();
            } catch (IOException e) {
                // the descriptor is given back all the same
            }
            if (readSource != null) // its selector keeps the descriptor until it next selects
                readSource.interruptSelect();
        }
        if (closeQ != null)
            closeQ.enqueue_lossy(new SinkClosedEvent(conn));
    }
}
