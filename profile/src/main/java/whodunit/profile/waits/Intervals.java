// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import java.util.Arrays;
import java.util.List;

/**
 * Intervals of one block, column by column: each tells of a thread that ran, was blocked, was woken and runs again.
 * Times are CLOCK_MONOTONIC ns. Reused from block to block.
 */
final class Intervals {
    int count;
    /** When the thread ran again. */
    long[] running = new long[0];
    long[] woken = new long[0];
    long[] blocked = new long[0];
    /** How long it had run before. */
    long[] ran = new long[0];
    /** Number of the thread in its file. */
    int[] thread = new int[0];
    /** Who woke it, if that was a thread. */
    int[] wakerThread = new int[0];
    int[] context = new int[0];
    /** For how many requests it had begun to work in the time that it ran, and the last one's context. */
    int[] begun = new int[0];
    int[] lastBegun = new int[0];
    int[] wakerContext = new int[0];
    int[] stack = new int[0];
    int[] wakerStack = new int[0];
    byte[] kind = new byte[0];
    byte[] waker = new byte[0];

    void clear(int capacity) {
        count = 0;
        if (running.length < capacity)
            grow(Math.max(capacity, 1024));
    }

    private void grow(int size) {
        running = Arrays.copyOf(running, size);
        woken = Arrays.copyOf(woken, size);
        blocked = Arrays.copyOf(blocked, size);
        ran = Arrays.copyOf(ran, size);
        thread = Arrays.copyOf(thread, size);
        wakerThread = Arrays.copyOf(wakerThread, size);
        context = Arrays.copyOf(context, size);
        begun = Arrays.copyOf(begun, size);
        lastBegun = Arrays.copyOf(lastBegun, size);
        wakerContext = Arrays.copyOf(wakerContext, size);
        stack = Arrays.copyOf(stack, size);
        wakerStack = Arrays.copyOf(wakerStack, size);
        kind = Arrays.copyOf(kind, size);
        waker = Arrays.copyOf(waker, size);
    }

    /** The first n of the others, behind its own. */
    void add(Intervals others, int n) {
        if (running.length < count + n)
            grow(Math.max(count + n, 1024));
        Object[] from = others.columns(), to = columns();
        for (int c = 0; c < to.length; c++)
            System.arraycopy(from[c], 0, to[c], count, n);
        count += n;
    }

    private Object[] columns() {
        return new Object[] {running, woken, blocked, ran, thread, wakerThread, context, begun, lastBegun,
                wakerContext, stack, wakerStack, kind, waker};
    }

    /** How many of them, in their order, ran again before that time. */
    int before(long time) {
        int n = 0;
        while (n < count && running[n] < time)
            n++;
        return n;
    }

    /** Brings them into the order in which their threads ran again; they are nearly so. */
    void sort() {
        for (int i = 1; i < count; i++)
            if (running[i] < running[i - 1]) {
                int to = Arrays.binarySearch(running, 0, i, running[i]);
                move(i, to < 0 ? -to - 1 : to);
            }
    }

    private void move(int from, int to) {
        for (long[] column : List.of(running, woken, blocked, ran)) {
            long value = column[from];
            System.arraycopy(column, to, column, to + 1, from - to);
            column[to] = value;
        }
        for (int[] column : List.of(thread, wakerThread, context, begun, lastBegun, wakerContext, stack, wakerStack)) {
            int value = column[from];
            System.arraycopy(column, to, column, to + 1, from - to);
            column[to] = value;
        }
        for (byte[] column : List.of(kind, waker)) {
            byte value = column[from];
            System.arraycopy(column, to, column, to + 1, from - to);
            column[to] = value;
        }
    }
}
