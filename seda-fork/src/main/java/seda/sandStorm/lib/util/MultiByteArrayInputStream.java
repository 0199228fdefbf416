package seda.sandStorm.lib.util;
public class MultiByteArrayInputStream extends seda.nbio.NonblockingInputStream {
protected static final int NUMARRAYS = (int) System.nanoTime();
protected boolean closed;
protected int cur_offset;
protected int cur_array;
protected byte[][] arrays;
protected int push_array;
protected int mark_array;
protected int mark_offset;
public MultiByteArrayInputStream(byte[][] p0) {super();}
public MultiByteArrayInputStream() {super();}
public synchronized void addArray(byte[] p0) {throw new UnsupportedOperationException();}
protected void expandArrays() {throw new UnsupportedOperationException();}
public synchronized int read() throws java.io.IOException {throw new UnsupportedOperationException();}
public synchronized int nbRead() throws java.io.IOException {throw new UnsupportedOperationException();}
public synchronized int read(byte[] p0) throws java.io.IOException {throw new UnsupportedOperationException();}
public synchronized int read(byte[] p0, int p1, int p2) throws java.io.IOException {throw new UnsupportedOperationException();}
public synchronized long skip(long p0) throws java.io.IOException {throw new UnsupportedOperationException();}
public synchronized int available() throws java.io.IOException {throw new UnsupportedOperationException();}
public synchronized void close() throws java.io.IOException {throw new UnsupportedOperationException();}
public boolean markSupported() {throw new UnsupportedOperationException();}
public synchronized void reset() throws java.io.IOException {throw new UnsupportedOperationException();}
public synchronized void mark(int p0) {throw new UnsupportedOperationException();}
public synchronized int numArrays() {throw new UnsupportedOperationException();}
public synchronized void clear() {throw new UnsupportedOperationException();}
}
