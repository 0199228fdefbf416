// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.internal;

import seda.sandStorm.api.EnqueuePredicateIF;
import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SandstormConfigIF;
import seda.sandStorm.api.SinkIF;
import seda.sandStorm.api.internal.ResponseTimeControllerIF;
import seda.sandStorm.api.internal.StageWrapperIF;

/** Admits to a stage what keeps its 90th percentile response time at a target, by a predicate on its queue. */
public abstract class ResponseTimeController implements ResponseTimeControllerIF {
    // Of the API, and without effect: each controller has limits of its own.
    protected static final int INIT_THRESHOLD = 1;
    protected static final int MIN_THRESHOLD = 1;
    protected static final int MAX_THRESHOLD = 1024;

    /** Events a second, or in the queue, at first, at least and at most. */
    static final int INITIALLY = 1000;
    static final int AT_LEAST = 1;
    static final int AT_MOST = 1_000_000;

    protected StageWrapperIF stage;
    /** What this controller adjusts. */
    protected EnqueuePredicateIF pred;
    /** Milliseconds; -1: none. */
    protected double targetRT;
    private final SinkIF sink;
    /** The queue's predicate before the controller was enabled; it is asked first. */
    private EnqueuePredicateIF former;
    private boolean enabled;

    /** @throws IllegalArgumentException the stage has no queue that takes a predicate, or no target is set */
    protected ResponseTimeController(ManagerIF manager, StageWrapperIF stage) throws IllegalArgumentException {
        String name = stage.getStage().getName();
        if (!(stage.getSource() instanceof SinkIF queue))
            throw new IllegalArgumentException(
                    "stage " + name + " has no queue that a response-time controller could limit");
        SandstormConfigIF config = manager.getConfig();
        this.stage = stage;
        sink = queue;
        targetRT = config.getDouble(ResponseTimeControllers.own(stage) + "targetResponseTime",
                config.getDouble("global.rtController.targetResponseTime"));
        if (targetRT <= 0)
            throw new IllegalArgumentException("the response-time controller of stage " + name
                    + " needs a target: set global.rtController.targetResponseTime, "
                    + "or the stage's own, to milliseconds");
    }

    @Override
    public synchronized void setTarget(double target) {
        targetRT = target;
    }

    @Override
    public synchronized double getTarget() {
        return targetRT;
    }

    @Override
    public abstract void adjustThreshold(QueueElementIF[] fetched, long procTime);

    @Override
    public abstract void enable();

    @Override
    public abstract void disable();

    final SinkIF sink() {
        return sink;
    }

    /** Puts the predicate in place. */
    final void install(EnqueuePredicateIF predicate) {
        if (enabled)
            return;
        enabled = true;
        former = sink.getEnqueuePredicate();
        pred = predicate;
        EnqueuePredicateIF first = former;
        sink.setEnqueuePredicate(first == null ? predicate : e -> first.accept(e) && predicate.accept(e));
    }

    final void uninstall() {
        if (!enabled)
            return;
        enabled = false;
        sink.setEnqueuePredicate(former);
    }

    final boolean enabled() {
        return enabled;
    }

    /** Feeds the batch to the meter. @return the latest percentile that it completed, or -1 */
    final double measure(ResponseTimes times, QueueElementIF[] fetched, long procTime) {
        double latest = -1;
        for (QueueElementIF e : fetched) {
            double percentile = times.add(ResponseTimes.of(e, procTime));
            if (percentile >= 0)
                latest = percentile;
        }
        if (latest >= 0)
            stage.getStats().record90thRT(latest);
        return latest;
    }

    static double clamp(double value, int min, int max) {
        return Math.max(min, Math.min(max, value));
    }
}
