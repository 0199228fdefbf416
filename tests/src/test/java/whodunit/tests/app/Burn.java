// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

/** A JVM that is busy. Argument: for how many seconds, or until it is stopped. */
public final class Burn {
    private static volatile double sink = 1;

    private Burn() {}

    public static void main(String[] args) {
        long seconds = args.length > 0 ? Long.parseLong(args[0]) : Long.MAX_VALUE / 1_000_000_000;
        nanos(seconds * 1_000_000_000, 100_000);
        System.out.println("done");
    }

    /** At least so long. */
    static void nanos(long nanos) {
        nanos(nanos, 1_000);
    }

    private static void nanos(long nanos, int atOnce) {
        for (long began = System.nanoTime(); System.nanoTime() - began < nanos;)
            for (int i = 0; i < atOnce; i++)
                sink = Math.sin(sink) + 1;
    }
}
