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

    /** What is known of each queue, together: a server that puts once a request finds none of it in a cache. */
    private static final int[] QUEUES = new int[SIZE << 2];

    /** Of a queue: its identity, how often an element was new, and how often one was put again. */
    private static final int QUEUE = 0, NEW = 1, AGAIN = 2;

    private LentElements() {}

    /** Whether the queue, by its identity hash, is one of those. */
    static boolean areIn(int queue) {
        int at = at(queue);
        return QUEUES[at + QUEUE] == queue && 4 * QUEUES[at + AGAIN] > QUEUES[at + NEW];
    }

    /** The element is put into the queue: whether that is one of those. */
    static boolean put(int queue, Object element) {
        int at = at(queue);
        if (QUEUES[at + QUEUE] != queue) {
            QUEUES[at + QUEUE] = queue;
            QUEUES[at + NEW] = QUEUES[at + AGAIN] = 0;
        } else if (QUEUES[at + NEW] + QUEUES[at + AGAIN] > MANY) {
            QUEUES[at + NEW] /= 2;
            QUEUES[at + AGAIN] /= 2;
        }
        long both = both(queue, element);
        int seen = place(both);
        if (SEEN[seen] == both) {
            QUEUES[at + AGAIN]++;
        } else {
            SEEN[seen] = both;
            QUEUES[at + NEW]++;
        }
        return areIn(queue);
    }

    /** The queue has refused it. */
    static void notPut(int queue, Object element) {
        int at = at(queue);
        long both = both(queue, element);
        int seen = place(both);
        if (QUEUES[at + QUEUE] != queue || SEEN[seen] != both)
            return;
        SEEN[seen] = 0;
        QUEUES[at + (QUEUES[at + AGAIN] > 0 ? AGAIN : NEW)]--;
    }

    /** Where what is known of the queue begins. */
    private static int at(int queue) {
        return place(queue) << 2;
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
