// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.internal;

import seda.sandStorm.api.EnqueuePredicateIF;
import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.api.ProfilableIF;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkException;
import seda.sandStorm.api.SinkIF;
import seda.sandStorm.api.internal.StageWrapperIF;

/**
 * Stands in front of a stage's sink and tells the {@link StageGraph} who enqueues there ({@code global.profile.graph}).
 */
public class SinkProxy implements SinkIF, ProfilableIF {
    /** The stage's own sink. */
    public SinkIF thesink;
    /** Elements that were offered; an estimate if several threads do so at once. */
    public int enqueueCount;
    /** Those that were taken. */
    public int enqueueSuccessCount;
    /** {@link System#currentTimeMillis} when the last element was offered. */
    public long timer;

    private final StageWrapperIF toStage;
    private final StageGraph graph;

    public SinkProxy(SinkIF sink, ManagerIF manager, StageWrapperIF toStage) {
        thesink = sink;
        this.toStage = toStage;
        graph = manager.getProfiler().getGraphProfiler();
    }

    private void offered(int n) {
        enqueueCount += n;
        timer = System.currentTimeMillis();
    }

    private void taken(int n) {
        enqueueSuccessCount += n;
        graph.addEdge(new StageGraphEdge(graph.getStageFromThread(Thread.currentThread()), toStage, thesink, n));
    }

    @Override
    public int size() {
        return thesink.size();
    }

    @Override
    public int profileSize() {
        return size();
    }

    @Override
    public void enqueue(QueueElementIF element) throws SinkException {
        offered(1);
        thesink.enqueue(element);
        taken(1);
    }

    @Override
    public boolean enqueue_lossy(QueueElementIF element) {
        offered(1);
        boolean taken = thesink.enqueue_lossy(element);
        if (taken)
            taken(1);
        return taken;
    }

    @Override
    public void enqueue_many(QueueElementIF[] elements) throws SinkException {
        offered(elements.length);
        thesink.enqueue_many(elements);
        taken(elements.length);
    }

    @Override
    public Object enqueue_prepare(QueueElementIF[] elements) throws SinkException {
        offered(elements.length);
        return new Prepared(thesink.enqueue_prepare(elements), elements.length);
    }

    @Override
    public void enqueue_commit(Object key) {
        Prepared prepared = prepared(key);
        thesink.enqueue_commit(prepared.key);
        taken(prepared.elements);
    }

    @Override
    public void enqueue_abort(Object key) {
        thesink.enqueue_abort(prepared(key).key);
    }

    private static Prepared prepared(Object key) {
        if (key instanceof Prepared prepared)
            return prepared;
        throw new IllegalArgumentException("no key of this sink's enqueue_prepare: " + key);
    }

    private record Prepared(Object key, int elements) {}

    @Override
    public void setEnqueuePredicate(EnqueuePredicateIF predicate) {
        thesink.setEnqueuePredicate(predicate);
    }

    @Override
    public EnqueuePredicateIF getEnqueuePredicate() {
        return thesink.getEnqueuePredicate();
    }

    @Override
    public String toString() {
        return "SinkProxy for " + thesink;
    }
}
