// SPDX-License-Identifier: Apache-2.0
package seda.nbio;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/** What a socket sends. */
final class ChannelOutput extends NonblockingOutputStream {
    private final SocketChannel channel;

    ChannelOutput(SocketChannel channel) {
        this.channel = channel;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b});
    }

    @Override
    public void write(byte[] buffer) throws IOException {
        write(buffer, 0, buffer.length);
    }

    /** Waits for room, as other streams do. */
    @Override
    public void write(byte[] buffer, int offset, int length) throws IOException {
        ByteBuffer rest = ByteBuffer.wrap(buffer, offset, length);
        while (rest.hasRemaining())
            if (channel.write(rest) == 0)
                Waiting.until(channel, SelectionKey.OP_WRITE);
    }

    @Override
    public int nbWrite(byte b) throws IOException {
        return nbWrite(new byte[] {b});
    }

    @Override
    public int nbWrite(byte[] buffer) throws IOException {
        return nbWrite(buffer, 0, buffer.length);
    }

    @Override
    public int nbWrite(byte[] buffer, int offset, int length) throws IOException {
        return channel.write(ByteBuffer.wrap(buffer, offset, length));
    }

    /** Nothing is kept back. */
    @Override
    public void flush() {}

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
