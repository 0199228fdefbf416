// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.internal;

import seda.sandStorm.api.ManagerIF;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SandstormConfigIF;
import seda.sandStorm.api.SourceIF;
import seda.sandStorm.api.internal.BatchDescrIF;
import seda.sandStorm.api.internal.BatchSorterIF;
import seda.sandStorm.api.internal.StageWrapperIF;

/**
 * Finds the smallest batches that cost no throughput (Welsh et al., SEDA, SOSP'01, section 4.2): large batches are
 * efficient, small ones give short response times. After every window it makes batches smaller while the throughput
 * holds, a little larger when it has suffered, and as large as may be when the load drops.
 */
public class AggThrottleBatchSorter implements BatchSorterIF {
    private static final int LARGEST = 1000;
    private static final double SMALLER = 0.9;
    private static final double LARGER = 1.2;
    /** Of the best throughput: below it, smaller batches have cost something … */
    private static final double SUFFERS = 0.95;
    /** … and below this, there is just less to do. */
    private static final double DROPS = 0.5;

    private SourceIF source;
    private int minBatch;
    private int maxBatch;
    private int window;
    private double keep;

    private double target;
    private double throughput;
    private double best;
    private long windowStart;
    private long windowEvents;
    private int windowBatches;

    public AggThrottleBatchSorter() {}

    @Override
    public void init(StageWrapperIF stage, ManagerIF manager) {
        SandstormConfigIF config = manager.getConfig();
        source = stage.getSource();
        minBatch = Math.max(1, config.getInt("global.batchController.minBatch"));
        maxBatch = config.getInt("global.batchController.maxBatch");
        if (maxBatch < 1)
            maxBatch = LARGEST;
        window = config.getInt("global.batchController.recalcWindow", 100);
        keep = config.getDouble("global.batchController.smoothConst", 0.7);
        target = maxBatch;
        windowStart = System.nanoTime();
    }

    @Override
    public BatchDescrIF nextBatch(int timeout) {
        QueueElementIF[] elements = source.blocking_dequeue(timeout, batchSize());
        return elements == null ? null : new Counted(elements);
    }

    synchronized int batchSize() {
        return (int) Math.ceil(target);
    }

    private synchronized void handled(int events) {
        windowEvents += events;
        if (++windowBatches < window)
            return;
        long now = System.nanoTime();
        adjust(windowEvents * 1e9 / Math.max(1, now - windowStart));
        windowStart = now;
        windowEvents = windowBatches = 0;
    }

    /** @param sample events a second in the last window */
    synchronized void adjust(double sample) {
        throughput = throughput == 0 ? sample : keep * throughput + (1 - keep) * sample;
        if (throughput < DROPS * best) {
            target = maxBatch;
            best = throughput;
        } else if (throughput < SUFFERS * best) {
            target = Math.min(maxBatch, target * LARGER);
            best = Math.max(throughput, best * SUFFERS); // what once was possible need not be so for ever
        } else {
            target = Math.max(minBatch, target * SMALLER);
            best = Math.max(throughput, best);
        }
    }

    private final class Counted implements BatchDescrIF {
        private final QueueElementIF[] elements;

        Counted(QueueElementIF[] elements) {
            this.elements = elements;
        }

        @Override
        public QueueElementIF[] getBatch() {
            return elements;
        }

        @Override
        public void batchDone() {
            handled(elements.length);
        }
    }
}
