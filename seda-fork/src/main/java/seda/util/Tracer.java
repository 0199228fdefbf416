package seda.util;
public class Tracer {
public synchronized void reset() {throw new UnsupportedOperationException();}
public Tracer(java.lang.String p0) {}
public void setVerbose(boolean p0) {throw new UnsupportedOperationException();}
public static seda.util.Tracer getTracer(java.lang.String p0) {throw new UnsupportedOperationException();}
public synchronized void trace(java.lang.String p0, long p1) {throw new UnsupportedOperationException();}
public synchronized void trace(java.lang.String p0) {throw new UnsupportedOperationException();}
public synchronized void dump() {throw new UnsupportedOperationException();}
public static void resetAll() {throw new UnsupportedOperationException();}
public static void dumpAll() {throw new UnsupportedOperationException();}
}
