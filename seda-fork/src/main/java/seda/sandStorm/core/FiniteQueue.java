// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.core;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import seda.sandStorm.api.BadQueueElementException;
import seda.sandStorm.api.EnqueuePredicateIF;
import seda.sandStorm.api.ProfilableIF;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.QueueIF;
import seda.sandStorm.api.SinkClosedException;
import seda.sandStorm.api.SinkException;
import seda.sandStorm.api.SinkFullException;
import seda.sandStorm.api.internal.ThreadManagerIF;
import whodunit.seda.ContextQueue;
import whodunit.seda.Contexts;
import whodunit.seda.StageThread;

/**
 * The queue in front of a stage. Without predicate it is unbounded and enqueuing takes no lock; with one, enqueuers
 * take turns: the predicate is asked and the element appended under one lock, so that a threshold is never exceeded.
 * While several elements are admitted at once, {@link #size} counts those that the predicate has already accepted.
 * Dequeuers take turns under a lock of their own.
 */
public class FiniteQueue implements QueueIF, ProfilableIF {
    private enum Answer { TAKEN, FULL, CLOSED, BAD }

    private final String name;
    private final ThreadManagerIF threadManager;
    private final ContextQueue queue = new ContextQueue();

    private final ReentrantLock admission = new ReentrantLock();
    private volatile EnqueuePredicateIF predicate;
    /** Elements that were admitted and are not in the queue: prepared, or of an enqueue_many under way. */
    private final AtomicInteger reserved = new AtomicInteger();
    private volatile boolean closed;

    private final ReentrantLock dequeuing = new ReentrantLock();
    private final Condition arrival = dequeuing.newCondition();
    private int sleepers;
    /** Those among them that wait for more than one element. */
    private int patient;
    /** A dequeuer sleeps that nobody has woken yet. An enqueuer that finds it set wakes one. */
    private volatile boolean wanted;
    private final Runnable wake = this::wakeDequeuer;

    public FiniteQueue() {
        this(null, null, null);
    }

    public FiniteQueue(String name) {
        this(null, name, null);
    }

    public FiniteQueue(EnqueuePredicateIF predicate) {
        this(predicate, null, null);
    }

    public FiniteQueue(ThreadManagerIF threadManager) {
        this(null, null, threadManager);
    }

    public FiniteQueue(EnqueuePredicateIF predicate, ThreadManagerIF threadManager) {
        this(predicate, null, threadManager);
    }

    public FiniteQueue(String name, ThreadManagerIF threadManager) {
        this(null, name, threadManager);
    }

    /**
     * @param predicate null admits everything
     * @param name for messages; may be null
     * @param threadManager is woken when something has been enqueued; may be null
     */
    public FiniteQueue(EnqueuePredicateIF predicate, String name, ThreadManagerIF threadManager) {
        this.predicate = predicate;
        this.name = name;
        this.threadManager = threadManager;
    }

    @Override
    public void enqueue(QueueElementIF element) throws SinkException {
        Answer answer = offer(element);
        if (answer != Answer.TAKEN)
            throw refusal(answer, element);
    }

    @Override
    public boolean enqueue_lossy(QueueElementIF element) {
        return offer(element) == Answer.TAKEN;
    }

    private Answer offer(QueueElementIF element) {
        if (element == null)
            return Answer.BAD;
        if (closed)
            return Answer.CLOSED;
        if (predicate == null) {
            queue.add(element);
        } else {
            admission.lock();
            try {
                EnqueuePredicateIF admits = predicate;
                if (admits != null && !admits.accept(element))
                    return Answer.FULL;
                queue.add(element);
            } finally {
                admission.unlock();
            }
        }
        arrived();
        return Answer.TAKEN;
    }

    @Override
    public void enqueue_many(QueueElementIF[] elements) throws SinkException {
        check(elements);
        if (predicate == null) {
            queue.addAll(elements, Contexts.current());
        } else {
            admission.lock();
            try {
                reserve(elements);
                append(elements, Contexts.current());
            } finally {
                admission.unlock();
            }
        }
        if (elements.length > 0)
            arrived();
    }

    @Override
    public Object enqueue_prepare(QueueElementIF[] elements) throws SinkException {
        QueueElementIF[] own = elements.clone();
        check(own);
        admission.lock();
        try {
            reserve(own);
        } finally {
            admission.unlock();
        }
        return new Prepared(this, own, Contexts.current());
    }

    @Override
    public void enqueue_commit(Object key) {
        Prepared prepared = settle(key);
        admission.lock();
        try {
            append(prepared.elements, prepared.context);
        } finally {
            admission.unlock();
        }
        if (prepared.elements.length > 0)
            arrived();
    }

    @Override
    public void enqueue_abort(Object key) {
        reserved.addAndGet(-settle(key).elements.length);
    }

    private Prepared settle(Object key) {
        if (!(key instanceof Prepared prepared) || prepared.queue != this)
            throw new IllegalArgumentException("no key of this queue's enqueue_prepare: " + key);
        if (!prepared.settled.compareAndSet(false, true))
            throw new IllegalArgumentException("committed or aborted before");
        return prepared;
    }

    private static final class Prepared {
        final FiniteQueue queue;
        final QueueElementIF[] elements;
        final int context;
        final AtomicBoolean settled = new AtomicBoolean();

        Prepared(FiniteQueue queue, QueueElementIF[] elements, int context) {
            this.queue = queue;
            this.elements = elements;
            this.context = context;
        }
    }

    /** Admits all of the elements, which count as reserved then, or none and throws. Under the admission lock. */
    private void reserve(QueueElementIF[] elements) throws SinkException {
        EnqueuePredicateIF admits = predicate;
        int accepted = 0;
        try {
            while (accepted < elements.length && (admits == null || admits.accept(elements[accepted]))) {
                accepted++;
                reserved.incrementAndGet();
            }
        } finally {
            if (accepted < elements.length)
                reserved.addAndGet(-accepted);
        }
        if (accepted < elements.length)
            throw refusal(Answer.FULL, elements[accepted]);
    }

    /** What was reserved is in the queue. Under the admission lock: a predicate must not see it twice. */
    private void append(QueueElementIF[] elements, int context) {
        queue.addAll(elements, context);
        reserved.addAndGet(-elements.length);
    }

    private void check(QueueElementIF[] elements) throws SinkException {
        for (QueueElementIF element : elements)
            if (element == null)
                throw refusal(Answer.BAD, null);
        if (closed)
            throw refusal(Answer.CLOSED, null);
    }

    private SinkException refusal(Answer answer, QueueElementIF element) {
        return switch (answer) {
            case FULL -> new SinkFullException(this + " does not admit the element");
            case CLOSED -> new SinkClosedException(this + " is closed");
            default -> new BadQueueElementException(this + " takes no null", element);
        };
    }

    @Override
    public void setEnqueuePredicate(EnqueuePredicateIF predicate) {
        admission.lock();
        try {
            this.predicate = predicate;
        } finally {
            admission.unlock();
        }
    }

    @Override
    public EnqueuePredicateIF getEnqueuePredicate() {
        return predicate;
    }

    /**
     * From now on nothing is taken, except what was prepared. What is in the queue can still be dequeued; nobody waits
     * for more.
     */
    public void close() {
        closed = true;
        dequeuing.lock();
        try {
            arrival.signalAll();
        } finally {
            dequeuing.unlock();
        }
    }

    @Override
    public int size() {
        return queue.size() + reserved.get();
    }

    @Override
    public int profileSize() {
        return size();
    }

    private void arrived() {
        if (wanted && !StageThread.wakesLater(wake))
            wakeDequeuer();
        if (threadManager != null)
            threadManager.wake();
    }

    private void wakeDequeuer() {
        if (!wanted)
            return;
        dequeuing.lock();
        try {
            wanted = false;
            signal();
        } finally {
            dequeuing.unlock();
        }
    }

    @Override
    public QueueElementIF dequeue() {
        return first(dequeue(1));
    }

    @Override
    public QueueElementIF[] dequeue_all() {
        return take(0, Integer.MAX_VALUE, 1);
    }

    @Override
    public QueueElementIF[] dequeue(int num) {
        return take(0, num, 1);
    }

    /** @param mustReturnNum exactly so many, or null */
    public QueueElementIF[] dequeue(int num, boolean mustReturnNum) {
        return take(0, num, mustReturnNum ? num : 1);
    }

    @Override
    public QueueElementIF blocking_dequeue(int timeout) {
        return first(blocking_dequeue(timeout, 1));
    }

    @Override
    public QueueElementIF[] blocking_dequeue_all(int timeout) {
        return take(timeout, Integer.MAX_VALUE, 1);
    }

    @Override
    public QueueElementIF[] blocking_dequeue(int timeout, int num) {
        return take(timeout, num, 1);
    }

    /** @param mustReturnNum exactly so many, waiting for them until the time is over, or null */
    public QueueElementIF[] blocking_dequeue(int timeout, int num, boolean mustReturnNum) {
        return take(timeout, num, mustReturnNum ? num : 1);
    }

    private static QueueElementIF first(QueueElementIF[] elements) {
        return elements == null ? null : elements[0];
    }

    /**
     * @return at least {@code least} and at most {@code most} elements; null if the time passed, the queue is closed or
     * the thread interrupted before there were so many
     */
    private QueueElementIF[] take(int timeout, int most, int least) {
        if (most < 1 || timeout == 0 && queue.isEmpty())
            return null;
        dequeuing.lock();
        try {
            int there = queue.size();
            if (there < least && timeout != 0)
                there = await(timeout, least);
            if (there < least)
                return null;
            return taken(Math.min(there, most));
        } finally {
            dequeuing.unlock();
        }
    }

    private QueueElementIF[] taken(int n) {
        QueueElementIF[] elements = new QueueElementIF[n];
        if (Contexts.ON && Thread.currentThread() instanceof StageThread thread) {
            int[] contexts = new int[n];
            queue.take(elements, contexts);
            thread.took(elements, contexts);
        } else {
            queue.take(elements, null);
        }
        if (sleepers > 0 && !queue.isEmpty())
            signal(); // this dequeuer may have got the signal for what it leaves
        return elements;
    }

    /** One that waits for many may not be content with what the others could take. */
    private void signal() {
        if (patient > 0)
            arrival.signalAll();
        else
            arrival.signal();
    }

    /** @return elements that are there; fewer than {@code least} if nobody should wait for them any more */
    private int await(int timeout, int least) {
        long left = timeout < 0 ? Long.MAX_VALUE : TimeUnit.MILLISECONDS.toNanos(timeout);
        sleepers++;
        patient += least > 1 ? 1 : 0;
        try {
            for (;;) {
                wanted = true; // before looking: an enqueuer appends first and looks at it then
                int there = queue.size();
                if (there >= least || closed || left <= 0)
                    return there;
                left = timeout < 0 ? forever() : arrival.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return queue.size();
        } finally {
            sleepers--;
            patient -= least > 1 ? 1 : 0;
            wanted = sleepers > 0;
        }
    }

    private long forever() throws InterruptedException {
        arrival.await();
        return Long.MAX_VALUE;
    }

    @Override
    public String toString() {
        return "FiniteQueue" + (name == null ? "" : " " + name) + " [" + size() + "]";
    }
}
