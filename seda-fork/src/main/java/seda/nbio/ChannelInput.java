// SPDX-License-Identifier: Apache-2.0
package seda.nbio;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/** What a socket receives. */
final class ChannelInput extends NonblockingInputStream {
    private final SocketChannel channel;

    ChannelInput(SocketChannel channel) {
        this.channel = channel;
    }

    /** Waits for the byte, as other streams do. */
    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        for (int n; (n = read(one)) != 1; Waiting.until(channel, SelectionKey.OP_READ))
            if (n < 0)
                return -1;
        return one[0] & 0xFF;
    }

    @Override
    public int nbRead() throws IOException {
        byte[] one = new byte[1];
        return read(one) == 1 ? one[0] & 0xFF : -1;
    }

    /** @return 0 if nothing has arrived, -1 if nothing ever will */
    @Override
    public int read(byte[] buffer) throws IOException {
        return read(buffer, 0, buffer.length);
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        return channel.read(ByteBuffer.wrap(buffer, offset, length));
    }

    @Override
    public long skip(long n) throws IOException {
        return Math.max(0, read(new byte[(int) Math.min(n, 8192)]));
    }

    /** Not known without reading. */
    @Override
    public int available() {
        return 0;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
