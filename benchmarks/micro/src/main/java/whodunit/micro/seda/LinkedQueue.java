// SPDX-License-Identifier: Apache-2.0
package whodunit.micro.seda;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import seda.sandStorm.api.BadQueueElementException;
import seda.sandStorm.api.EnqueuePredicateIF;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.QueueIF;
import seda.sandStorm.api.SinkClosedException;
import seda.sandStorm.api.SinkException;
import seda.sandStorm.api.SinkFullException;

/** What FiniteQueue is compared with: the same semantics over the JDK's LinkedBlockingQueue, without contexts. */
final class LinkedQueue implements QueueIF {
    private final LinkedBlockingQueue<QueueElementIF> queue = new LinkedBlockingQueue<>();
    private final ReentrantLock admission = new ReentrantLock();
    private volatile EnqueuePredicateIF predicate;
    private volatile boolean closed;

    @Override
    public void enqueue(QueueElementIF element) throws SinkException {
        if (element == null)
            throw new BadQueueElementException("null", null);
        if (closed)
            throw new SinkClosedException();
        if (!enqueue_lossy(element))
            throw new SinkFullException();
    }

    @Override
    public boolean enqueue_lossy(QueueElementIF element) {
        if (element == null || closed)
            return false;
        if (predicate == null)
            return queue.offer(element);
        admission.lock();
        try {
            return predicate.accept(element) && queue.offer(element);
        } finally {
            admission.unlock();
        }
    }

    @Override
    public void enqueue_many(QueueElementIF[] elements) throws SinkException {
        if (closed)
            throw new SinkClosedException();
        admission.lock();
        try {
            for (QueueElementIF e : elements)
                if (predicate != null && !predicate.accept(e))
                    throw new SinkFullException();
            for (QueueElementIF e : elements)
                queue.offer(e);
        } finally {
            admission.unlock();
        }
    }

    @Override
    public Object enqueue_prepare(QueueElementIF[] elements) {
        return elements.clone();
    }

    @Override
    public void enqueue_commit(Object key) {
        for (QueueElementIF e : (QueueElementIF[]) key)
            queue.offer(e);
    }

    @Override
    public void enqueue_abort(Object key) {}

    @Override
    public void setEnqueuePredicate(EnqueuePredicateIF predicate) {
        this.predicate = predicate;
    }

    @Override
    public EnqueuePredicateIF getEnqueuePredicate() {
        return predicate;
    }

    @Override
    public int size() {
        return queue.size();
    }

    @Override
    public QueueElementIF dequeue() {
        return queue.poll();
    }

    @Override
    public QueueElementIF[] dequeue_all() {
        return blocking_dequeue(0, Integer.MAX_VALUE);
    }

    @Override
    public QueueElementIF[] dequeue(int num) {
        return blocking_dequeue(0, num);
    }

    @Override
    public QueueElementIF blocking_dequeue(int timeout) {
        try {
            return timeout < 0 ? queue.take() : queue.poll(timeout, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    @Override
    public QueueElementIF[] blocking_dequeue_all(int timeout) {
        return blocking_dequeue(timeout, Integer.MAX_VALUE);
    }

    @Override
    public QueueElementIF[] blocking_dequeue(int timeout, int num) {
        QueueElementIF first = blocking_dequeue(timeout);
        if (first == null)
            return null;
        List<QueueElementIF> all = new ArrayList<>(queue.size() + 16);
        all.add(first);
        queue.drainTo(all, num - 1);
        return all.toArray(new QueueElementIF[0]);
    }
}
