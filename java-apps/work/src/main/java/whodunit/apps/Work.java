// SPDX-License-Identifier: Apache-2.0
package whodunit.apps;

/** What applications compute, below methods of their own. */
public final class Work {
    /** Some 15 ms: a request has several samples, and a test of many requests does not take its time here. */
    private static final int STEPS = 10_000_000;

    private Work() {}

    /** CPU, not time: the same on a busy machine. */
    public static long burn() {
        long x = 1;
        for (int i = 0; i < STEPS; i++)
            x = x * 6364136223846793005L + i;
        return x;
    }
}
