// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import java.util.Arrays;

/** The waits that a sweep has in hand, each in a slot that is used again. */
final class Waits {
    int[] thread = new int[64];
    int[] by = new int[64];
    int[] context = new int[64];
    int[] byContext = new int[64];
    int[] kind = new int[64];
    int[] stack = new int[64];
    int[] byStack = new int[64];
    long[] blocked = new long[64];
    /** Not counted yet, and belongs to the sweep's range. */
    boolean[] own = new boolean[64];
    /** Would wait for itself through others: clocks of two processors differ. */
    boolean[] loop = new boolean[64];
    private int[] free = new int[64];
    private int freeCount;
    private int used;

    int add(int thread, int by, int context, int byContext, int kind, int stack, int byStack, long blocked,
            boolean own) {
        int slot = freeCount > 0 ? free[--freeCount] : used++;
        if (slot == this.thread.length)
            grow(slot * 2);
        this.thread[slot] = thread;
        this.by[slot] = by;
        this.context[slot] = context;
        this.byContext[slot] = byContext;
        this.kind[slot] = kind;
        this.stack[slot] = stack;
        this.byStack[slot] = byStack;
        this.blocked[slot] = blocked;
        this.own[slot] = own;
        loop[slot] = false;
        return slot;
    }

    void free(int slot) {
        if (freeCount == free.length)
            free = Arrays.copyOf(free, freeCount * 2);
        free[freeCount++] = slot;
    }

    private void grow(int size) {
        thread = Arrays.copyOf(thread, size);
        by = Arrays.copyOf(by, size);
        context = Arrays.copyOf(context, size);
        byContext = Arrays.copyOf(byContext, size);
        kind = Arrays.copyOf(kind, size);
        stack = Arrays.copyOf(stack, size);
        byStack = Arrays.copyOf(byStack, size);
        blocked = Arrays.copyOf(blocked, size);
        own = Arrays.copyOf(own, size);
        loop = Arrays.copyOf(loop, size);
    }
}
