// SPDX-License-Identifier: Apache-2.0
package whodunit.profile.waits;

import java.util.Arrays;

/** Numbers with a time each; the latest comes first. */
final class TimeHeap {
    private long[] times = new long[64];
    private int[] values = new int[64];
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    /** The latest time; of an empty heap the earliest that there is. */
    long time() {
        return size == 0 ? Long.MIN_VALUE : times[0];
    }

    void push(long time, int value) {
        if (size == times.length) {
            times = Arrays.copyOf(times, size * 2);
            values = Arrays.copyOf(values, size * 2);
        }
        int i = size++;
        for (int parent; i > 0 && times[parent = (i - 1) / 2] < time; i = parent) {
            times[i] = times[parent];
            values[i] = values[parent];
        }
        times[i] = time;
        values[i] = value;
    }

    /** Takes the one with the latest time. */
    int pop() {
        int top = values[0];
        long time = times[--size];
        int value = values[size];
        int i = 0;
        for (int child; (child = 2 * i + 1) < size; i = child) {
            if (child + 1 < size && times[child + 1] > times[child])
                child++;
            if (times[child] <= time)
                break;
            times[i] = times[child];
            values[i] = values[child];
        }
        times[i] = time;
        values[i] = value;
        return top;
    }
}
