// SPDX-License-Identifier: Apache-2.0
package seda.sandStorm.core;

import java.util.Date;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import seda.sandStorm.api.ProfilableIF;
import seda.sandStorm.api.QueueElementIF;
import seda.sandStorm.api.SinkIF;
import whodunit.seda.Contexts;

/**
 * Enqueues events when their time has come, lossily: a sink that is full then loses its event. One thread, started
 * with the timer. An event goes out under the transaction context in which it was registered.
 */
public class ssTimer implements Runnable, ProfilableIF {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    /** By time; of equal times the one that was registered first. */
    private final TreeSet<ssTimerEvent> events = new TreeSet<>(ssTimer::order);
    private long registered;
    private boolean done;

    public ssTimer() {
        new Thread(this, "ssTimer").start();
    }

    /** @param millis from now; what is not positive is due at once */
    public ssTimerEvent registerEvent(long millis, QueueElementIF element, SinkIF sink) {
        ssTimerEvent event = new ssTimerEvent(System.currentTimeMillis() + millis, element, sink);
        return add(event, Math.min(millis, Long.MAX_VALUE / 4_000_000));
    }

    public ssTimerEvent registerEvent(Date date, QueueElementIF element, SinkIF sink) {
        return registerEvent(date.getTime() - System.currentTimeMillis(), element, sink);
    }

    private ssTimerEvent add(ssTimerEvent event, long millis) {
        lock.lock();
        try {
            event.due = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
            event.number = registered++;
            events.add(event);
            link(event, events.higher(event));
            link(events.lower(event), event);
            if (events.first() == event)
                changed.signal();
            return event;
        } finally {
            lock.unlock();
        }
    }

    private static int order(ssTimerEvent a, ssTimerEvent b) {
        return a.due != b.due ? Long.compare(a.due - b.due, 0) : Long.compare(a.number, b.number);
    }

    private static void link(ssTimerEvent earlier, ssTimerEvent later) {
        if (earlier != null)
            earlier.nextE = later;
        if (later != null)
            later.prevE = earlier;
    }

    /** Ends the timer's thread; what has not fired never will. */
    public void doneWithTimer() {
        lock.lock();
        try {
            done = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Events that have not fired. */
    public int size() {
        lock.lock();
        try {
            return events.size();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public int profileSize() {
        return size();
    }

    public void cancelAll() {
        lock.lock();
        try {
            for (ssTimerEvent e : events)
                e.nextE = e.prevE = null;
            events.clear();
        } finally {
            lock.unlock();
        }
    }

    /** Nothing happens if it has fired. */
    public void cancelEvent(ssTimerEvent event) {
        lock.lock();
        try {
            remove(event);
        } finally {
            lock.unlock();
        }
    }

    private void remove(ssTimerEvent event) {
        if (event == null || !events.remove(event))
            return;
        link(event.prevE, event.nextE);
        event.nextE = event.prevE = null;
    }

    /** The timer's thread. */
    @Override
    public void run() {
        for (ssTimerEvent event; (event = next()) != null;) {
            int previous = Contexts.set(event.context);
            try {
                event.queue.enqueue_lossy(event.obj);
            } catch (Throwable e) {
                System.err.println("Sandstorm: a timer's event was lost, its sink threw " + e);
                e.printStackTrace();
            } finally {
                Contexts.set(previous);
            }
        }
    }

    /** Waits for the next event; null when the timer is done. */
    private ssTimerEvent next() {
        lock.lock();
        try {
            while (!done) {
                ssTimerEvent first = events.isEmpty() ? null : events.first();
                long left = first == null ? Long.MAX_VALUE : first.due - System.nanoTime();
                if (left <= 0) {
                    remove(first);
                    return first;
                }
                changed.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
        return null;
    }

    /** Says by how many milliseconds each of the given delays was missed. */
    public static void main(String[] args) {
        ssTimer timer = new ssTimer();
        FiniteQueue fired = new FiniteQueue();
        for (String delay : args)
            timer.registerEvent(Long.parseLong(delay), new NullElement(), fired);
        long start = System.currentTimeMillis();
        java.util.Arrays.stream(args).mapToLong(Long::parseLong).sorted().forEach(delay -> {
            fired.blocking_dequeue(-1);
            System.out.println(delay + " ms: " + (System.currentTimeMillis() - start - delay) + " ms late");
        });
        timer.doneWithTimer();
    }

    /** An event that waits for its time. Its neighbours are the timer's own. */
    public static class ssTimerEvent {
        /** {@link System#currentTimeMillis} at which it is due. */
        public long time_millis;
        public QueueElementIF obj;
        public SinkIF queue;
        public ssTimerEvent nextE;
        public ssTimerEvent prevE;
        private final int context = Contexts.current();
        /** {@link System#nanoTime}, so that setting the clock moves nothing. */
        private long due;
        private long number;

        public ssTimerEvent(long time_millis, QueueElementIF obj, SinkIF queue) {
            this.time_millis = time_millis;
            this.obj = obj;
            this.queue = queue;
        }

        @Override
        public String toString() {
            return "ssTimerEvent [" + obj + " at " + new Date(time_millis) + "]";
        }
    }
}
