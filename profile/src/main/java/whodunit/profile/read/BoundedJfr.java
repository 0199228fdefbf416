// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.read;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import one.jfr.JfrReader;

/**
 * Readers of JFR that come to an end: what a file says of where its parts are is believed only as long as no more is
 * read than the file has. Forged parts could lie in each other, or lead in a circle.
 */
final class BoundedJfr {
    /** Larger files are read through a channel. */
    private static final long MOST_BUFFERED = 1 << 30;
    /** Heads of pools and of metadata lie among the events, and are read twice. */
    private static final long TIMES = 2, SLACK = 1 << 12;

    /** Bytes that may still be read. */
    private long left;

    private BoundedJfr(long size) {
        left = TIMES * size + SLACK;
    }

    private void take(long n) {
        left -= n;
        if (left < 0)
            throw new IllegalStateException("its parts lie in each other");
    }

    static JfrReader open(Path path, FileBuffer buffer) throws IOException {
        long size = Files.size(path);
        BoundedJfr bound = new BoundedJfr(size);
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
                return super.getVarint();
            }

            @Override
            public byte[] getBytes() {
                byte[] read = super.getBytes();
                bound.take(read.length);
                return read;
            }
        }
        return size > MOST_BUFFERED ? new Reader(path.toString()) : new Reader(buffer.load(path));
    }
}
