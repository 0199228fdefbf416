package seda.sandStorm.internal;
public abstract class ResponseTimeController implements seda.sandStorm.api.internal.ResponseTimeControllerIF {
protected static final int INIT_THRESHOLD = (int) System.nanoTime();
protected static final int MIN_THRESHOLD = (int) System.nanoTime();
protected static final int MAX_THRESHOLD = (int) System.nanoTime();
protected seda.sandStorm.api.internal.StageWrapperIF stage;
protected seda.sandStorm.api.EnqueuePredicateIF pred;
protected double targetRT;
protected ResponseTimeController(seda.sandStorm.api.ManagerIF p0, seda.sandStorm.api.internal.StageWrapperIF p1) throws java.lang.IllegalArgumentException {}
public void setTarget(double p0) {throw new UnsupportedOperationException();}
public double getTarget() {throw new UnsupportedOperationException();}
public abstract void adjustThreshold(seda.sandStorm.api.QueueElementIF[] p0, long p1);
public abstract void enable();
public abstract void disable();
}
