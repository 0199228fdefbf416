// SPDX-License-Identifier: Apache-2.0
package whodunit.tests.app;

/** For three seconds a thread "holder" takes a lock and gives it back, and a thread "asker" waits for it. */
public final class Locks {
    private static final Object LOCK = new Object();

    private Locks() {}

    public static void main(String[] args) throws InterruptedException {
        long end = System.nanoTime() + 3_000_000_000L;
        Thread holder = new Thread(() -> {
            while (System.nanoTime() < end) {
                holds();
                rests(10);
            }
        }, "holder");
        Thread asker = new Thread(() -> {
            while (System.nanoTime() < end) {
                asks();
                rests(1);
            }
        }, "asker");
        holder.start();
        asker.start();
        holder.join();
        asker.join();
    }

    private static void holds() {
        synchronized (LOCK) {
            rests(20);
        }
    }

    private static void asks() {
        synchronized (LOCK) {
            Thread.onSpinWait();
        }
    }

    private static void rests(long ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
