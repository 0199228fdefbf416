// SPDX-License-Identifier: Apache-2.0
package seda.nbio;

import java.io.IOException;
import java.io.OutputStream;

/** A stream whose writer never has to wait. */
public abstract class NonblockingOutputStream extends OutputStream {
    public NonblockingOutputStream() {}

    @Override
    public abstract void write(int b) throws IOException;

    @Override
    public abstract void write(byte[] buffer) throws IOException;

    @Override
    public abstract void write(byte[] buffer, int offset, int length) throws IOException;

    /** @return the number of bytes that there was room for */
    public abstract int nbWrite(byte b) throws IOException;

    public abstract int nbWrite(byte[] buffer) throws IOException;

    public abstract int nbWrite(byte[] buffer, int offset, int length) throws IOException;

    @Override
    public abstract void flush();

    @Override
    public abstract void close() throws IOException;
}
