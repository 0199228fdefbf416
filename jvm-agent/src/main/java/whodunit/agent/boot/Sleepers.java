// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Which threads wait with a transaction: a table without locks, because every unpark looks into it, and mostly finds
 * that none waits at all. Each thread has a few places where it may be; if they are taken its wait goes unseen.
 */
final class Sleepers {
    private static final int SIZE = 1 << 16;
    private static final int PLACES = 8;

    private final AtomicReferenceArray<Wait> waits = new AtomicReferenceArray<>(SIZE + PLACES);
    /** Never less than there are in the table. */
    private final AtomicInteger count = new AtomicInteger();

    boolean add(Wait wait) {
        int first = place(wait.thread);
        count.incrementAndGet();
        for (int i = first; i < first + PLACES; i++)
            if (waits.get(i) == null && waits.compareAndSet(i, null, wait)) {
                wait.slot = i;
                return true;
            }
        count.decrementAndGet();
        return false;
    }

    /** Only the waiting thread adds and removes. */
    void remove(Wait wait) {
        waits.set(wait.slot, null);
        count.decrementAndGet();
    }

    /** The thread's wait, or null. */
    Wait find(Thread thread) {
        if (count.get() == 0)
            return null;
        int first = place(thread);
        for (int i = first; i < first + PLACES; i++) {
            Wait wait = waits.get(i);
            if (wait != null && wait.thread == thread)
                return wait;
        }
        return null;
    }

    /** Identity hashes are spread evenly; a thread's own hashCode belongs to the application. */
    private static int place(Thread thread) {
        return System.identityHashCode(thread) & SIZE - 1;
    }
}
