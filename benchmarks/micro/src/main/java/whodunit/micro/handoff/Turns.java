// SPDX-License-Identifier: Apache-2.0
package whodunit.micro.handoff;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import whodunit.agent.api.Whodunit;

/** Two threads, each in a transaction, that do nothing but wake each other and wait: the worst case. */
final class Turns {
    private static final int TURNS = 1_000;

    private final Object monitor = new Object();
    private final CyclicBarrier barrier = new CyclicBarrier(2);
    private boolean first = true;

    /**
     * @return how long a thread's turn and the other one's took together on average in each of the last blocks, in
     * nanoseconds
     */
    double[] blocks(int warmUps, int blocks) throws InterruptedException {
        double[] ns = new double[blocks];
        Thread other = new Thread(() -> take(false, warmUps, new double[blocks]), "other");
        other.start();
        take(true, warmUps, ns);
        other.join();
        return ns;
    }

    private void take(boolean mine, int warmUps, double[] ns) {
        int before = Whodunit.begin(mine ? "one" : "other");
        try {
            for (int i = -warmUps; i < ns.length; i++) {
                barrier.await();
                long begin = System.nanoTime();
                for (int turn = 0; turn < TURNS; turn++)
                    turn(mine);
                if (i >= 0)
                    ns[i] = (double) (System.nanoTime() - begin) / TURNS;
            }
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
        Whodunit.end(before);
    }

    private void turn(boolean mine) throws InterruptedException {
        synchronized (monitor) {
            while (first != mine)
                monitor.wait();
            first = !mine;
            monitor.notify();
        }
    }
}
