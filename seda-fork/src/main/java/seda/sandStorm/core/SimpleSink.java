package seda.sandStorm.core;
public abstract class SimpleSink implements seda.sandStorm.api.SinkIF, seda.sandStorm.api.ProfilableIF {
public SimpleSink() {}
public abstract void enqueue(seda.sandStorm.api.QueueElementIF p0) throws seda.sandStorm.api.SinkException;
public synchronized boolean enqueue_lossy(seda.sandStorm.api.QueueElementIF p0) {throw new UnsupportedOperationException();}
public synchronized void enqueue_many(seda.sandStorm.api.QueueElementIF[] p0) throws seda.sandStorm.api.SinkException {throw new UnsupportedOperationException();}
public java.lang.Object enqueue_prepare(seda.sandStorm.api.QueueElementIF[] p0) throws seda.sandStorm.api.SinkException {throw new UnsupportedOperationException();}
public void enqueue_commit(java.lang.Object p0) {throw new UnsupportedOperationException();}
public void enqueue_abort(java.lang.Object p0) {throw new UnsupportedOperationException();}
public void setEnqueuePredicate(seda.sandStorm.api.EnqueuePredicateIF p0) {throw new UnsupportedOperationException();}
public seda.sandStorm.api.EnqueuePredicateIF getEnqueuePredicate() {throw new UnsupportedOperationException();}
public int size() {throw new UnsupportedOperationException();}
public int profileSize() {throw new UnsupportedOperationException();}
}
