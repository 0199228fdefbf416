// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.core;

import seda.sandStorm.api.EnqueuePredicateIF;
import seda.sandStorm.api.ProfilableIF;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkException;
import seda.sandStorm.api.SinkIF;

/**
 * A sink of which only {@link #enqueue} has to be written. It knows no predicates and no split enqueue, and
 * {@link #enqueue_many} hands over what comes before the element that is refused.
 */
public abstract class SimpleSink implements SinkIF, ProfilableIF {
    public SimpleSink() {}

    @Override
    public abstract void enqueue(QueueElementIF element) throws SinkException;

    @Override
    public synchronized boolean enqueue_lossy(QueueElementIF element) {
        try {
            enqueue(element);
            return true;
        } catch (SinkException e) {
            return false;
        }
    }

    @Override
    public synchronized void enqueue_many(QueueElementIF[] elements) throws SinkException {
        for (QueueElementIF element : elements)
            enqueue(element);
    }

    @Override
    public Object enqueue_prepare(QueueElementIF[] elements) throws SinkException {
        throw unsupported("enqueue_prepare");
    }

    @Override
    public void enqueue_commit(Object key) {
        throw unsupported("enqueue_commit");
    }

    @Override
    public void enqueue_abort(Object key) {
        throw unsupported("enqueue_abort");
    }

    @Override
    public void setEnqueuePredicate(EnqueuePredicateIF predicate) {
        throw unsupported("setEnqueuePredicate");
    }

    private UnsupportedOperationException unsupported(String method) {
        return new UnsupportedOperationException(getClass().getName() + " has no " + method);
    }

    /** Null: it knows no predicates. */
    @Override
    public EnqueuePredicateIF getEnqueuePredicate() {
        return null;
    }

    /** 0: it keeps nothing. */
    @Override
    public int size() {
        return 0;
    }

    @Override
    public int profileSize() {
        return size();
    }
}
