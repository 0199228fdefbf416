// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

import whodunit.agent.api.Whodunit;

/**
 * Again and again a thread with a transaction waits, in compiled code, for a monitor that another thread lets go in
 * compiled code.
 */
public final class MonitorWaits {
    private static final int FREE = 30_000, HELD = 6_000;
    private static final Object MONITOR = new Object();

    private static volatile int held, entered;

    private MonitorWaits() {}

    public static void main(String[] args) throws InterruptedException {
        Thread waiter = new Thread(MonitorWaits::waitsEachTime);
        for (int i = 0; i < FREE; i++)
            hold(0, waiter);
        waiter.start();
        for (int i = 1; i <= HELD; i++) {
            while (entered < FREE + i - 1)
                Thread.yield();
            hold(i, waiter);
        }
        waiter.join();
        System.out.println("waited " + HELD);
    }

    /** For the i-th time until it is waited for; 0: for no time. */
    private static void hold(int i, Thread waiter) {
        synchronized (MONITOR) {
            held = i;
            while (i > 0 && waiter.getState() != Thread.State.BLOCKED)
                Thread.yield();
        }
    }

    private static void waitsEachTime() {
        Whodunit.begin("waits");
        for (int i = 0; i < FREE + HELD; i++) {
            while (held < i - FREE + 1)
                Thread.yield();
            enter();
        }
    }

    private static void enter() {
        synchronized (MONITOR) {
            entered++;
        }
    }
}
