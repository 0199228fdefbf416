// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

/** A JVM that is busy. Argument: for how many seconds, or until it is stopped. */
public final class Burn {
    private static volatile double sink = 1;

    private Burn() {}

    public static void main(String[] args) {
        long seconds = args.length > 0 ? Long.parseLong(args[0]) : Long.MAX_VALUE / 1_000_000_000;
        for (long began = System.nanoTime(); System.nanoTime() - began < seconds * 1_000_000_000;)
            for (int i = 0; i < 100_000; i++)
                sink = Math.sin(sink) + 1;
        System.out.println("done");
    }
}
