// SPDX-License-Identifier: Apache-2.0
package whodunit.seda;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkException;
import seda.sandStorm.api.SinkFullException;
import seda.sandStorm.core.SimpleSink;

/** A sink that keeps what it gets for a test to look at. */
public final class Events extends SimpleSink {
    private static final int SECONDS = 30;

    private final LinkedBlockingQueue<QueueElementIF> got = new LinkedBlockingQueue<>();
    private volatile boolean full;

    @Override
    public void enqueue(QueueElementIF element) throws SinkException {
        if (full)
            throw new SinkFullException("full");
        got.add(element);
    }

    /** Refuses everything while it is full. */
    public void full(boolean full) {
        this.full = full;
    }

    /** The next event, which must be of this class. */
    public <T> T next(Class<T> type) throws InterruptedException {
        QueueElementIF event = got.poll(SECONDS, TimeUnit.SECONDS);
        if (!type.isInstance(event))
            throw new AssertionError(
                    "expected " + type.getSimpleName() + ", got " + event + (event == null ? "" : " and then " + got));
        return type.cast(event);
    }

    public boolean isEmpty() {
        return got.isEmpty();
    }

    public int count() {
        return got.size();
    }

    public List<QueueElementIF> drain() {
        List<QueueElementIF> all = new ArrayList<>();
        got.drainTo(all);
        return all;
    }

    /** Waits until something is true that another thread brings about. */
    public static <T> void until(T of, Predicate<T> condition) throws InterruptedException {
        for (long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS); !condition.test(of); Thread.sleep(5))
            if (System.nanoTime() > end)
                throw new AssertionError("not true after " + SECONDS + " s: " + of);
    }
}
