// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.read;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import one.jfr.JfrReader;

/**
 * Readers of JFR that come to an end: what a file says of where its parts are is believed only as long as no more is
 * read than the file has. Forged parts could lie in each other, or lead in a circle. What it says of how long they are
 * may be more than there is memory for.
 */
final class BoundedJfr {
    /** Larger files are read through a channel. */
    private static final long MOST_BUFFERED = 1 << 30;
    /** Heads of pools and of metadata lie among the events, and are read twice. */
    private static final long TIMES = 2, SLACK = 1 << 12;

    private long size;
    /** Bytes that may still be read. */
    private long left;
    /** The number that was read last: memory is taken for as many things at once. */
    private int last;

    private void take(long n) {
        left -= n;
        if (left < 0)
            throw new IllegalStateException("its parts lie in each other");
    }

    /** Whether the memory did not suffice for more things than the file has bytes, however much of it there is. */
    boolean hasForgedLength() {
        return last < 0 || last > size;
    }

    JfrReader open(Path path, FileBuffer buffer) throws IOException {
        size = Files.size(path);
        left = TIMES * size + SLACK;
        BoundedJfr bound = this;
        /* JfrReader's constructors read already: they find the bound, a local variable, but no field of this class. */
        class Reader extends JfrReader {
            Reader(ByteBuffer bytes) throws IOException {
                super(bytes);
            }

            Reader(String file) throws IOException {
                super(file);
            }

            @Override
            public int getVarint() {
                bound.take(1);
                bound.last = super.getVarint();
                return bound.last;
            }

            @Override
            public byte[] getBytes() {
                byte[] read = super.getBytes();
                bound.last = 0;
                bound.take(read.length);
                return read;
            }
        }
        return size > MOST_BUFFERED ? new Reader(path.toString()) : new Reader(buffer.load(path));
    }
}
