package seda.util;
public class StatsGatherer {
public int num;
public double maxVal;
public double minVal;
public double cumulativeVal;
public StatsGatherer(java.lang.String p0, java.lang.String p1, int p2, int p3) {}
public StatsGatherer(java.lang.String p0, java.lang.String p1, int p2) {}
public static seda.util.StatsGatherer lookup(java.lang.String p0) {throw new UnsupportedOperationException();}
public static java.util.Enumeration lookupAll() {throw new UnsupportedOperationException();}
public static void dumpAll() {throw new UnsupportedOperationException();}
public synchronized void reset() {throw new UnsupportedOperationException();}
public synchronized void add(double p0) {throw new UnsupportedOperationException();}
public synchronized void dumpHistogram() {throw new UnsupportedOperationException();}
public synchronized int num() {throw new UnsupportedOperationException();}
public synchronized double mean() {throw new UnsupportedOperationException();}
public synchronized double min() {throw new UnsupportedOperationException();}
public synchronized double max() {throw new UnsupportedOperationException();}
public synchronized double percentile(double p0) {throw new UnsupportedOperationException();}
}
