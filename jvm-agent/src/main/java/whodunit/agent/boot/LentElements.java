// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

/**
 * Which queues hold things that are lent and given back (connections, buffers): the same objects are put into them
 * again and again, while work is put once. Tables of fixed size, without locks: what is lost in a race, or to another
 * queue or element that has the same place, is learnt again.
 */
final class LentElements {
    private static final int BITS = 13;
    private static final int SIZE = 1 << BITS;
    private static final int MANY = 1 << 20;

    /** Elements that were put, by the queue's and their own identity. */
    private static final long[] SEEN = new long[SIZE];

    /** By the queue: its identity, how often an element was new, and how often one was put again. */
    private static final int[] QUEUE = new int[SIZE], NEW = new int[SIZE], AGAIN = new int[SIZE];

    private LentElements() {}

    /** Whether the queue, by its identity hash, is one of those. */
    static boolean areIn(int queue) {
        int slot = place(queue);
        return QUEUE[slot] == queue && 4 * AGAIN[slot] > NEW[slot];
    }

    /** The element is put into the queue: whether that is one of those. */
    static boolean put(int queue, Object element) {
        int slot = place(queue);
        if (QUEUE[slot] != queue) {
            QUEUE[slot] = queue;
            NEW[slot] = AGAIN[slot] = 0;
        } else if (NEW[slot] + AGAIN[slot] > MANY) {
            NEW[slot] /= 2;
            AGAIN[slot] /= 2;
        }
        long both = both(queue, element);
        int seen = place(both);
        if (SEEN[seen] == both) {
            AGAIN[slot]++;
        } else {
            SEEN[seen] = both;
            NEW[slot]++;
        }
        return areIn(queue);
    }

    /** The queue has refused it. */
    static void notPut(int queue, Object element) {
        int slot = place(queue);
        long both = both(queue, element);
        int seen = place(both);
        if (QUEUE[slot] != queue || SEEN[seen] != both)
            return;
        SEEN[seen] = 0;
        if (AGAIN[slot] > 0)
            AGAIN[slot]--;
        else
            NEW[slot]--;
    }

    private static long both(int queue, Object element) {
        return (long) queue << 32 | System.identityHashCode(element);
    }

    private static int place(long both) {
        return place((int) (both >>> 32) * 31 + (int) both);
    }

    private static int place(int hash) {
        return hash * 0x9E3779B9 >>> 32 - BITS;
    }
}
