package seda.sandStorm.internal;
public class ThreadPool implements seda.sandStorm.api.ProfilableIF {
public ThreadPool(seda.sandStorm.api.internal.StageWrapperIF p0, seda.sandStorm.api.ManagerIF p1, java.lang.Runnable p2) {}
public ThreadPool(seda.sandStorm.api.internal.StageWrapperIF p0, seda.sandStorm.api.ManagerIF p1, java.lang.Runnable p2, int p3, int p4, int p5, int p6, int p7) {}
public ThreadPool(seda.sandStorm.api.internal.StageWrapperIF p0, seda.sandStorm.api.ManagerIF p1, java.lang.Runnable p2, int p3) {}
public void start() {throw new UnsupportedOperationException();}
public void stop() {throw new UnsupportedOperationException();}
public long getBlockTime() {throw new UnsupportedOperationException();}
public boolean timeToStop(long p0) {throw new UnsupportedOperationException();}
public java.lang.String toString() {throw new UnsupportedOperationException();}
public java.lang.String getName() {throw new UnsupportedOperationException();}
public int profileSize() {throw new UnsupportedOperationException();}
}
