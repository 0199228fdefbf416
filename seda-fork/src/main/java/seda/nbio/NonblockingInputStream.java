// SPDX-License-Identifier: Apache-2.0
package seda.nbio;

import java.io.IOException;
import java.io.InputStream;

/** A stream whose reader never has to wait. */
public abstract class NonblockingInputStream extends InputStream {
    public NonblockingInputStream() {}

    @Override
    public abstract int read() throws IOException;

    /** The next byte; -1 if there is none now. */
    public abstract int nbRead() throws IOException;

    @Override
    public abstract int read(byte[] buffer) throws IOException;

    @Override
    public abstract int read(byte[] buffer, int offset, int length) throws IOException;

    @Override
    public abstract long skip(long n) throws IOException;

    @Override
    public abstract int available() throws IOException;

    @Override
    public abstract void close() throws IOException;
}
