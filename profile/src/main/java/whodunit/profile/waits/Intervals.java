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
    long[] woken;
    long[] blocked;
    /** How long it had run before. */
    long[] ran;
    /** Number of the thread in its file. */
    int[] thread;
    /** Who woke it, if that was a thread. */
    int[] wakerThread;
    int[] context;
    int[] wakerContext;
    int[] stack;
    int[] wakerStack;
    byte[] kind;
    byte[] waker;

    void clear(int capacity) {
        count = 0;
        if (running.length >= capacity)
            return;
        int size = Math.max(capacity, 1024);
        running = new long[size];
        woken = new long[size];
        blocked = new long[size];
        ran = new long[size];
        thread = new int[size];
        wakerThread = new int[size];
        context = new int[size];
        wakerContext = new int[size];
        stack = new int[size];
        wakerStack = new int[size];
        kind = new byte[size];
        waker = new byte[size];
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
        for (int[] column : List.of(thread, wakerThread, context, wakerContext, stack, wakerStack)) {
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

    /** A copy that stays as it is. */
    Intervals copy() {
        Intervals other = new Intervals();
        other.count = count;
        other.running = Arrays.copyOf(running, count);
        other.woken = Arrays.copyOf(woken, count);
        other.blocked = Arrays.copyOf(blocked, count);
        other.ran = Arrays.copyOf(ran, count);
        other.thread = Arrays.copyOf(thread, count);
        other.wakerThread = Arrays.copyOf(wakerThread, count);
        other.context = Arrays.copyOf(context, count);
        other.wakerContext = Arrays.copyOf(wakerContext, count);
        other.stack = Arrays.copyOf(stack, count);
        other.wakerStack = Arrays.copyOf(wakerStack, count);
        other.kind = Arrays.copyOf(kind, count);
        other.waker = Arrays.copyOf(waker, count);
        return other;
    }
}
