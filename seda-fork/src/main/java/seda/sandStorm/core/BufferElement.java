// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.core;

import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkIF;

/** Bytes to be read or written: a part of an array. */
public class BufferElement implements QueueElementIF {
    public byte[] data;
    /** Where the completion of the request is to be enqueued; may be null. */
    public SinkIF compQ;
    /** The application's own. */
    public Object userTag;
    public int size;
    public int offset;

    public BufferElement(byte[] data) {
        this(data, 0, data.length, null);
    }

    public BufferElement(byte[] data, SinkIF compQ) {
        this(data, 0, data.length, compQ);
    }

    public BufferElement(byte[] data, int offset, int size) {
        this(data, offset, size, null);
    }

    public BufferElement(byte[] data, int offset, int size, SinkIF compQ) {
        if (offset < 0 || size < 0 || size > data.length - offset)
            throw new IllegalArgumentException(
                    "offset " + offset + ", size " + size + " are not within " + data.length + " bytes");
        this.data = data;
        this.offset = offset;
        this.size = size;
        this.compQ = compQ;
    }

    public BufferElement(int size) {
        this(new byte[size], 0, size, null);
    }

    public byte[] getBytes() {
        return data;
    }

    public int getSize() {
        return size;
    }

    public int getOffset() {
        return offset;
    }

    public SinkIF getCompletionQueue() {
        return compQ;
    }
}
