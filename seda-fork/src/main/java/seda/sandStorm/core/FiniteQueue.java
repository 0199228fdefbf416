package seda.sandStorm.core;
public class FiniteQueue implements seda.sandStorm.api.QueueIF, seda.sandStorm.api.ProfilableIF {
public FiniteQueue(seda.sandStorm.api.EnqueuePredicateIF p0, java.lang.String p1, seda.sandStorm.api.internal.ThreadManagerIF p2) {}
public FiniteQueue(seda.sandStorm.api.EnqueuePredicateIF p0) {}
public FiniteQueue(seda.sandStorm.api.EnqueuePredicateIF p0, seda.sandStorm.api.internal.ThreadManagerIF p1) {}
public FiniteQueue() {}
public FiniteQueue(seda.sandStorm.api.internal.ThreadManagerIF p0) {}
public FiniteQueue(java.lang.String p0) {}
public FiniteQueue(java.lang.String p0, seda.sandStorm.api.internal.ThreadManagerIF p1) {}
public int size() {throw new UnsupportedOperationException();}
public void enqueue(seda.sandStorm.api.QueueElementIF p0) throws seda.sandStorm.api.SinkException {throw new UnsupportedOperationException();}
public boolean enqueue_lossy(seda.sandStorm.api.QueueElementIF p0) {throw new UnsupportedOperationException();}
public void enqueue_many(seda.sandStorm.api.QueueElementIF[] p0) throws seda.sandStorm.api.SinkException {throw new UnsupportedOperationException();}
public seda.sandStorm.api.QueueElementIF dequeue() {throw new UnsupportedOperationException();}
public seda.sandStorm.api.QueueElementIF[] dequeue_all() {throw new UnsupportedOperationException();}
public seda.sandStorm.api.QueueElementIF[] dequeue(int p0) {throw new UnsupportedOperationException();}
public seda.sandStorm.api.QueueElementIF[] dequeue(int p0, boolean p1) {throw new UnsupportedOperationException();}
public seda.sandStorm.api.QueueElementIF[] blocking_dequeue_all(int p0) {throw new UnsupportedOperationException();}
public seda.sandStorm.api.QueueElementIF[] blocking_dequeue(int p0, int p1, boolean p2) {throw new UnsupportedOperationException();}
public seda.sandStorm.api.QueueElementIF[] blocking_dequeue(int p0, int p1) {throw new UnsupportedOperationException();}
public seda.sandStorm.api.QueueElementIF blocking_dequeue(int p0) {throw new UnsupportedOperationException();}
public int profileSize() {throw new UnsupportedOperationException();}
public java.lang.Object enqueue_prepare(seda.sandStorm.api.QueueElementIF[] p0) throws seda.sandStorm.api.SinkException {throw new UnsupportedOperationException();}
public void enqueue_commit(java.lang.Object p0) {throw new UnsupportedOperationException();}
public void enqueue_abort(java.lang.Object p0) {throw new UnsupportedOperationException();}
public void setEnqueuePredicate(seda.sandStorm.api.EnqueuePredicateIF p0) {throw new UnsupportedOperationException();}
public seda.sandStorm.api.EnqueuePredicateIF getEnqueuePredicate() {throw new UnsupportedOperationException();}
public void close() {throw new UnsupportedOperationException();}
public java.lang.String toString() {throw new UnsupportedOperationException();}
}
