// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.api;

/**
 * Where elements go: a queue, a stage, a connection. Every way in captures the calling thread's transaction context,
 * and the stage that takes the element out runs under it.
 */
public interface SinkIF {
    /**
     * @throws SinkFullException the predicate refuses
     * @throws SinkClosedException the sink takes no more elements, ever
     */
    void enqueue(QueueElementIF element) throws SinkException;

    /** @return whether the sink took the element */
    boolean enqueue_lossy(QueueElementIF element);

    /** Enqueues all of the elements, or none and throws. */
    void enqueue_many(QueueElementIF[] elements) throws SinkException;

    /**
     * First phase of a split enqueue: reserves room for all of the elements, or throws. The elements cannot be taken
     * out before {@link #enqueue_commit}.
     *
     * @return what to give to {@link #enqueue_commit} or {@link #enqueue_abort}; each accepts it once
     */
    Object enqueue_prepare(QueueElementIF[] elements) throws SinkException;

    /** Enqueues what was prepared; cannot fail. The context is that of the caller of {@link #enqueue_prepare}. */
    void enqueue_commit(Object key);

    /** Gives the reserved room back. */
    void enqueue_abort(Object key);

    /** @param predicate null admits everything */
    void setEnqueuePredicate(EnqueuePredicateIF predicate);

    /** The predicate, or null. */
    EnqueuePredicateIF getEnqueuePredicate();

    /** Elements in the sink, those included whose room is reserved. */
    int size();
}
