package seda.sandStorm.core;
public class BufferElement implements seda.sandStorm.api.QueueElementIF {
public byte[] data;
public seda.sandStorm.api.SinkIF compQ;
public java.lang.Object userTag;
public int size;
public int offset;
public BufferElement(byte[] p0) {}
public BufferElement(byte[] p0, seda.sandStorm.api.SinkIF p1) {}
public BufferElement(byte[] p0, int p1, int p2) {}
public BufferElement(byte[] p0, int p1, int p2, seda.sandStorm.api.SinkIF p3) {}
public BufferElement(int p0) {}
public byte[] getBytes() {throw new UnsupportedOperationException();}
public int getSize() {throw new UnsupportedOperationException();}
public int getOffset() {throw new UnsupportedOperationException();}
public seda.sandStorm.api.SinkIF getCompletionQueue() {throw new UnsupportedOperationException();}
}
