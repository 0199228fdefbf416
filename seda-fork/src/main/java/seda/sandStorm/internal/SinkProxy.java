package seda.sandStorm.internal;
public class SinkProxy implements seda.sandStorm.api.SinkIF, seda.sandStorm.api.ProfilableIF {
public seda.sandStorm.api.SinkIF thesink;
public int enqueueCount;
public int enqueueSuccessCount;
public long timer;
public SinkProxy(seda.sandStorm.api.SinkIF p0, seda.sandStorm.api.ManagerIF p1, seda.sandStorm.api.internal.StageWrapperIF p2) {}
public int size() {throw new UnsupportedOperationException();}
public void enqueue(seda.sandStorm.api.QueueElementIF p0) throws seda.sandStorm.api.SinkException {throw new UnsupportedOperationException();}
public boolean enqueue_lossy(seda.sandStorm.api.QueueElementIF p0) {throw new UnsupportedOperationException();}
public void enqueue_many(seda.sandStorm.api.QueueElementIF[] p0) throws seda.sandStorm.api.SinkException {throw new UnsupportedOperationException();}
public int profileSize() {throw new UnsupportedOperationException();}
public java.lang.Object enqueue_prepare(seda.sandStorm.api.QueueElementIF[] p0) throws seda.sandStorm.api.SinkException {throw new UnsupportedOperationException();}
public void enqueue_commit(java.lang.Object p0) {throw new UnsupportedOperationException();}
public void enqueue_abort(java.lang.Object p0) {throw new UnsupportedOperationException();}
public void setEnqueuePredicate(seda.sandStorm.api.EnqueuePredicateIF p0) {throw new UnsupportedOperationException();}
public seda.sandStorm.api.EnqueuePredicateIF getEnqueuePredicate() {throw new UnsupportedOperationException();}
public java.lang.String toString() {throw new UnsupportedOperationException();}
}
