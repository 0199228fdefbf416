// SPDX-License-Identifier: Apache-2.0
package whodunit.seda;

import java.util.Arrays;
import seda.sandStorm.api.EventHandlerIF;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.internal.BatchDescrIF;
import seda.sandStorm.api.internal.BatchSorterIF;
import seda.sandStorm.api.internal.ResponseTimeControllerIF;
import seda.sandStorm.api.internal.StageWrapperIF;

/**
 * How every thread manager calls a stage's handler: under the contexts of the events, and prepared for whatever it
 * throws. Thread-safe.
 */
public final class StageRunner {
    private final StageWrapperIF stage;
    private final EventHandlerIF handler;
    private final StagePath path;
    private final String name;
    private final boolean crashOnException;
    /** What the handler's time has left over beyond whole milliseconds. */
    private long nanos;

    /** @param crashOnException an exception in the handler ends the program ({@code global.crashOnException}) */
    public StageRunner(StageWrapperIF stage, boolean crashOnException) {
        this.stage = stage;
        name = stage.getStage().getName();
        handler = stage.getEventHandler();
        path = new StagePath(name);
        this.crashOnException = crashOnException;
    }

    /**
     * Handles one batch and tells the stage's statistics and controller.
     *
     * @param timeout milliseconds; 0 polls, -1 waits for ever
     * @return whether there was one
     */
    public boolean handleNext(BatchSorterIF sorter, int timeout) {
        try {
            beginBatch();
            path.waits();
            BatchDescrIF batch = sorter.nextBatch(timeout);
            StageThread.waits(false);
            if (batch == null)
                return false;
            QueueElementIF[] events = batch.getBatch();
            long start = System.nanoTime();
            handle(events);
            long took = millis(System.nanoTime() - start);
            batch.batchDone();
            stage.getStats().recordServiceRate(events.length, took);
            ResponseTimeControllerIF controller = stage.getResponseTimeController();
            if (controller != null)
                controller.adjustThreshold(events, took);
        } catch (Throwable e) {
            System.err.println("Sandstorm: stage " + name + ": its batch sorter or controller threw " + e);
            e.printStackTrace();
        }
        return true;
    }

    private synchronized long millis(long more) {
        nanos += more;
        long millis = nanos / 1_000_000;
        nanos -= millis * 1_000_000;
        return millis;
    }

    /** To be called before the batch is taken out of the stage's source. */
    public static void beginBatch() {
        if (Contexts.ON && Thread.currentThread() instanceof StageThread thread)
            thread.beginBatch();
    }

    /**
     * Hands the batch over in runs of equal context, in order. The contexts are those under which this thread took the
     * elements out of queues since {@link #beginBatch}; what came from elsewhere, e.g. the readiness of a socket,
     * begins anew with this stage.
     */
    public void handle(QueueElementIF[] batch) {
        if (!Contexts.ON) {
            call(batch);
            return;
        }
        int[] contexts = Thread.currentThread() instanceof StageThread thread ? thread.contextsOf(batch) : null;
        for (int from = 0, to; from < batch.length; from = to) {
            int context = contexts == null ? 0 : contexts[from];
            for (to = contexts == null ? batch.length : from + 1; to < batch.length && contexts[to] == context;)
                to++;
            int after = path.after(context);
            Contexts.set(after);
            Contexts.count(after, to - from);
            call(to - from == batch.length ? batch : Arrays.copyOfRange(batch, from, to));
        }
        path.waits();
    }

    /** An exception costs its batch, an Error as well: the stage's thread lives on. */
    private void call(QueueElementIF[] events) {
        try {
            if (handler instanceof Brief)
                StageThread.handleBriefly(handler, events);
            else
                handler.handleEvents(events);
        } catch (Throwable e) {
            System.err.println(
                    "Sandstorm: stage " + name + " dropped " + events.length + " event(s), its handler threw " + e);
            e.printStackTrace();
            if (crashOnException) {
                System.err.println("Sandstorm: ending, because global.crashOnException is set");
                System.exit(1);
            }
        }
    }
}
