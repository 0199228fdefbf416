// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.lib.util;

import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import seda.nbio.NonblockingInputStream;

/**
 * Reads arrays one after the other. More may be added while it is read; at the end of what is there every read
 * returns -1 at once, and goes on when there is more. The arrays are not copied.
 */
public class MultiByteArrayInputStream extends NonblockingInputStream {
    /** Arrays that there is room for at first. */
    protected static final int NUMARRAYS = 2;

    protected boolean closed;
    /** Where the next byte is in {@code arrays[cur_array]}. */
    protected int cur_offset;
    protected int cur_array;
    protected byte[][] arrays;
    /** Where the next array is put. */
    protected int push_array;
    /** -1: nothing is marked. */
    protected int mark_array = -1;
    protected int mark_offset;

    public MultiByteArrayInputStream(byte[][] arrays) {
        this.arrays = Arrays.copyOf(arrays, Math.max(NUMARRAYS, arrays.length));
        push_array = arrays.length;
    }

    public MultiByteArrayInputStream() {
        arrays = new byte[NUMARRAYS][];
    }

    public synchronized void addArray(byte[] array) {
        Objects.requireNonNull(array);
        if (push_array == arrays.length)
            expandArrays();
        arrays[push_array++] = array;
    }

    /**
     * Makes room for one more array, by forgetting those that nobody can come back to or else by having twice as much.
     */
    protected void expandArrays() {
        int done = mark_array < 0 ? cur_array : Math.min(mark_array, cur_array);
        int kept = push_array - done;
        byte[][] room = kept * 2 > arrays.length ? new byte[arrays.length * 2][] : new byte[arrays.length][];
        System.arraycopy(arrays, done, room, 0, kept);
        arrays = room;
        push_array = kept;
        cur_array -= done;
        if (mark_array >= 0)
            mark_array -= done;
    }

    private void checkOpen() throws IOException {
        if (closed)
            throw new IOException("the stream is closed");
    }

    /** Moves to the next byte; false if there is none. */
    private boolean advance() {
        while (cur_array < push_array && cur_offset == arrays[cur_array].length) {
            cur_array++;
            cur_offset = 0;
        }
        return cur_array < push_array;
    }

    @Override
    public synchronized int read() throws IOException {
        checkOpen();
        return advance() ? arrays[cur_array][cur_offset++] & 0xff : -1;
    }

    @Override
    public synchronized int nbRead() throws IOException {
        return read();
    }

    @Override
    public synchronized int read(byte[] buffer) throws IOException {
        return read(buffer, 0, buffer.length);
    }

    @Override
    public synchronized int read(byte[] buffer, int offset, int length) throws IOException {
        checkOpen();
        Objects.checkFromIndexSize(offset, length, buffer.length);
        int done = 0;
        while (done < length && advance()) {
            int n = Math.min(length - done, arrays[cur_array].length - cur_offset);
            System.arraycopy(arrays[cur_array], cur_offset, buffer, offset + done, n);
            cur_offset += n;
            done += n;
        }
        return done == 0 && length > 0 ? -1 : done;
    }

    @Override
    public synchronized long skip(long n) throws IOException {
        checkOpen();
        long done = 0;
        while (done < n && advance()) {
            int step = (int) Math.min(n - done, arrays[cur_array].length - cur_offset);
            cur_offset += step;
            done += step;
        }
        return done;
    }

    /** All that is there. */
    @Override
    public synchronized int available() throws IOException {
        checkOpen();
        long there = -cur_offset;
        for (int i = cur_array; i < push_array; i++)
            there += arrays[i].length;
        return (int) Math.min(Math.max(there, 0), Integer.MAX_VALUE);
    }

    @Override
    public synchronized void close() throws IOException {
        closed = true;
    }

    @Override
    public boolean markSupported() {
        return true;
    }

    @Override
    public synchronized void reset() throws IOException {
        checkOpen();
        if (mark_array < 0)
            throw new IOException("nothing is marked");
        cur_array = mark_array;
        cur_offset = mark_offset;
    }

    /** @param readLimit the mark holds for however many bytes are read */
    @Override
    public synchronized void mark(int readLimit) {
        mark_array = cur_array;
        mark_offset = cur_offset;
    }

    /** Arrays that are kept, read ones among them. */
    public synchronized int numArrays() {
        return push_array;
    }

    /** Forgets all arrays, and the mark. */
    public synchronized void clear() {
        Arrays.fill(arrays, null);
        push_array = cur_array = cur_offset = mark_offset = 0;
        mark_array = -1;
    }
}
