// SPDX-License-Identifier: Apache-2.0
package whodunit.micro.handoff;

import java.util.Arrays;
import java.util.Locale;

/**
 * Hands each kind of lock to and fro in this JVM and prints a line for each: its name, the median in nanoseconds, and
 * the share of rounds in percent that were too short for a sleeper to wake up. benchmarks/micro/handoff compares two
 * such runs.
 */
public final class HandoffRun {
    private static final double SHORTEST_SLEEP_NS = 1_500;

    /**
     * So many that the second compiler has long been there: where the first one's code lets go, paths are walked
     * (docs/crosstalk-jvm.md).
     */
    private static final int WARM_UPS = 14_000;
    private static final int ROUNDS = 12_000;

    private HandoffRun() {}

    /** @param args the processor of whoever holds a lock, and of whoever waits for it */
    public static void main(String[] args) throws InterruptedException {
        Processor.stayOn(args[0]);
        report("synchronized", new MonitorHandoff(), args[1]);
        report("Object.wait", new WaitHandoff(), args[1]);
        report("ReentrantLock", new LockHandoff(), args[1]);
        if (!args[0].equals(args[1]))
            return; // what follows has no waker and woken of its own
        report("turns", new Turns().blocks(60, 100));
        report("free", new FreeLock().blocks(150, 150));
    }

    private static void report(String name, Handoff handoff, String waitersProcessor) throws InterruptedException {
        double[][] ns = handoff.rounds(waitersProcessor, WARM_UPS, ROUNDS);
        report(name, ns[0]);
        report(name + "/none", ns[1]);
    }

    private static void report(String name, double[] ns) {
        Arrays.sort(ns);
        long spun = Arrays.stream(ns).filter(t -> t < SHORTEST_SLEEP_NS).count();
        System.out.printf(Locale.ROOT, "%s %.2f %.1f%n", name, ns[ns.length / 2], 100.0 * spun / ns.length);
    }
}
