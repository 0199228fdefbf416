// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.boot;

/**
 * What a thread with a context has lately asked queues for and not taken over: of each queue the element that it got,
 * or that there was none. If it then puts that element into the same queue, or any after there was none, the queue is a
 * pool, and its elements are lent. Only the thread itself uses it; it keeps identities, not references.
 */
final class Borrowed {
    /** How many queues are remembered, the last ones. */
    private static final int KEPT = 4;

    /** By identity; an element of 0 stands for none. */
    private final int[] queues = new int[KEPT], elements = new int[KEPT];
    private int next;
    private int context;

    /**
     * @param context what the thread works for; what it borrowed under another one is forgotten
     * @param element null if the queue had none
     */
    void add(int context, int queue, Object element) {
        if (this.context != context)
            forget(context);
        int place = place(queue);
        if (place < 0)
            place = next++ & KEPT - 1;
        queues[place] = queue;
        elements[place] = System.identityHashCode(element);
    }

    /** Whether putting the element gives back what was borrowed, or adds to a pool that was empty. */
    boolean isGivenBack(int context, int queue, Object element) {
        if (this.context != context)
            return false;
        int place = place(queue);
        if (place < 0)
            return false;
        int borrowed = elements[place];
        queues[place] = 0;
        return borrowed == 0 || borrowed == System.identityHashCode(element);
    }

    private int place(int queue) {
        for (int i = 0; i < KEPT; i++)
            if (queues[i] == queue)
                return i;
        return -1;
    }

    private void forget(int now) {
        context = now;
        for (int i = 0; i < KEPT; i++)
            queues[i] = 0;
    }
}
