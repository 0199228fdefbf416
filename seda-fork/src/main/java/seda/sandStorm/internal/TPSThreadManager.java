package seda.sandStorm.internal;
public class TPSThreadManager implements seda.sandStorm.api.internal.ThreadManagerIF, seda.sandStorm.internal.sandStormConst {
protected seda.sandStorm.api.ManagerIF mgr;
protected seda.sandStorm.api.SandstormConfigIF config;
protected java.util.Hashtable srTbl;
protected seda.sandStorm.internal.ThreadPoolController sizeController;
protected boolean crashOnException;
public TPSThreadManager(seda.sandStorm.api.ManagerIF p0) {}
public TPSThreadManager(seda.sandStorm.api.ManagerIF p0, boolean p1) {}
public void register(seda.sandStorm.api.internal.StageWrapperIF p0) {throw new UnsupportedOperationException();}
public void deregister(seda.sandStorm.api.internal.StageWrapperIF p0) {throw new UnsupportedOperationException();}
public void deregisterAll() {throw new UnsupportedOperationException();}
public void wake() {throw new UnsupportedOperationException();}
public class stageRunnable implements java.lang.Runnable {
protected seda.sandStorm.internal.ThreadPool tp;
protected seda.sandStorm.api.internal.StageWrapperIF wrapper;
protected seda.sandStorm.api.internal.BatchSorterIF sorter;
protected seda.sandStorm.api.EventHandlerIF handler;
protected seda.sandStorm.api.SourceIF source;
protected java.lang.String name;
protected seda.sandStorm.api.internal.ResponseTimeControllerIF rtController;
protected boolean firstToken;
protected int blockTime;
protected stageRunnable(seda.sandStorm.api.internal.StageWrapperIF p1, seda.sandStorm.internal.ThreadPool p2) {}
protected stageRunnable(seda.sandStorm.api.internal.StageWrapperIF p1) {}
public void run() {throw new UnsupportedOperationException();}
}
}
