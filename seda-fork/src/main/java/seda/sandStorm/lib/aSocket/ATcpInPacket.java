// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.aSocket;

import java.util.Arrays;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.core.BufferElement;

/** Bytes that have arrived on a connection. Sequence numbers start at 1; 0 means that the packet has none. */
public class ATcpInPacket implements QueueElementIF {
    private final ATcpConnection connection;
    private final BufferElement buffer;
    private final long sequenceNumber;

    public ATcpInPacket(ATcpConnection connection, BufferElement buffer) {
        this(connection, buffer, 0);
    }

    public ATcpInPacket(ATcpConnection connection, BufferElement buffer, long sequenceNumber) {
        this.connection = connection;
        this.buffer = buffer;
        this.sequenceNumber = sequenceNumber;
    }

    public ATcpInPacket(ATcpConnection connection, byte[] bytes, int size) {
        this(connection, bytes, size, 0);
    }

    public ATcpInPacket(ATcpConnection connection, byte[] bytes, int size, long sequenceNumber) {
        this(connection, bytes, size, false, sequenceNumber);
    }

    public ATcpInPacket(ATcpConnection connection, byte[] bytes, int size, boolean copy) {
        this(connection, bytes, size, copy, 0);
    }

    /** @param copy whether the packet gets an array of its own, just as large as needed, or keeps {@code bytes} */
    public ATcpInPacket(ATcpConnection connection, byte[] bytes, int size, boolean copy, long sequenceNumber) {
        this(connection, new BufferElement(copy ? Arrays.copyOf(bytes, size) : bytes, 0, size), sequenceNumber);
    }

    public ATcpConnection getConnection() {
        return connection;
    }

    /** The array that holds the bytes; only the first {@link #size} of them belong to the packet. */
    public byte[] getBytes() {
        return buffer.getBytes();
    }

    public int size() {
        return buffer.getSize();
    }

    public BufferElement getBufferElement() {
        return buffer;
    }

    public long getSequenceNumber() {
        return sequenceNumber;
    }

    @Override
    public String toString() {
        return "ATcpInPacket [" + connection + ", " + size() + " bytes, number " + sequenceNumber + "]";
    }
}
