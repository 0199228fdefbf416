package seda.sandStorm.internal;
public class ResponseTimeControllerPID extends seda.sandStorm.internal.ResponseTimeController {
protected static final int INIT_THRESHOLD = (int) System.nanoTime();
protected static final int MIN_THRESHOLD = (int) System.nanoTime();
protected static final int MAX_THRESHOLD = (int) System.nanoTime();
public ResponseTimeControllerPID(seda.sandStorm.api.ManagerIF p0, seda.sandStorm.api.internal.StageWrapperIF p1) throws java.lang.IllegalArgumentException {super((seda.sandStorm.api.ManagerIF) null, (seda.sandStorm.api.internal.StageWrapperIF) null);}
public synchronized void enable() {throw new UnsupportedOperationException();}
public synchronized void disable() {throw new UnsupportedOperationException();}
public synchronized void adjustThreshold(seda.sandStorm.api.QueueElementIF[] p0, long p1) {throw new UnsupportedOperationException();}
}
