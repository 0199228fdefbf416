package seda.sandStorm.internal;
public class ResponseTimeControllerMulticlass extends seda.sandStorm.internal.ResponseTimeControllerDirect {
public ResponseTimeControllerMulticlass(seda.sandStorm.api.ManagerIF p0, seda.sandStorm.api.internal.StageWrapperIF p1) throws java.lang.IllegalArgumentException {super((seda.sandStorm.api.ManagerIF) null, (seda.sandStorm.api.internal.StageWrapperIF) null);}
public synchronized void adjustThreshold(seda.sandStorm.api.QueueElementIF[] p0, long p1) {throw new UnsupportedOperationException();}
}
