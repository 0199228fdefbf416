package seda.sandStorm.internal;
public class StageStats implements seda.sandStorm.api.internal.StageStatsIF {
public StageStats(seda.sandStorm.api.internal.StageWrapperIF p0) {}
public void reset() {throw new UnsupportedOperationException();}
public synchronized double getServiceRate() {throw new UnsupportedOperationException();}
public synchronized long getTotalEvents() {throw new UnsupportedOperationException();}
public synchronized void recordServiceRate(int p0, long p1) {throw new UnsupportedOperationException();}
public synchronized void record90thRT(double p0) {throw new UnsupportedOperationException();}
public synchronized double get90thRT() {throw new UnsupportedOperationException();}
}
