package seda.sandStorm.internal;
public class sandStormMgr implements seda.sandStorm.api.ManagerIF, seda.sandStorm.api.internal.SystemManagerIF, seda.sandStorm.internal.sandStormConst {
public sandStormMgr(seda.sandStorm.main.SandstormConfig p0) throws java.lang.Exception {}
public void start() {throw new UnsupportedOperationException();}
public void stop() {throw new UnsupportedOperationException();}
public seda.sandStorm.api.StageIF getStage(java.lang.String p0) throws seda.sandStorm.api.NoSuchStageException {throw new UnsupportedOperationException();}
public seda.sandStorm.api.internal.ThreadManagerIF getThreadManager() {throw new UnsupportedOperationException();}
public seda.sandStorm.api.internal.ThreadManagerIF getThreadManager(java.lang.String p0) {throw new UnsupportedOperationException();}
public void addThreadManager(java.lang.String p0, seda.sandStorm.api.internal.ThreadManagerIF p1) {throw new UnsupportedOperationException();}
public seda.sandStorm.api.StageIF createStage(java.lang.String p0, seda.sandStorm.api.EventHandlerIF p1, java.lang.String[] p2) throws java.lang.Exception {throw new UnsupportedOperationException();}
public seda.sandStorm.api.StageIF createStage(seda.sandStorm.api.internal.StageWrapperIF p0, boolean p1) throws java.lang.Exception {throw new UnsupportedOperationException();}
public seda.sandStorm.api.ProfilerIF getProfiler() {throw new UnsupportedOperationException();}
public seda.sandStorm.api.SignalMgrIF getSignalMgr() {throw new UnsupportedOperationException();}
public seda.sandStorm.api.SandstormConfigIF getConfig() {throw new UnsupportedOperationException();}
public void destroyStage(java.lang.String p0) throws java.lang.Exception {throw new UnsupportedOperationException();}
}
