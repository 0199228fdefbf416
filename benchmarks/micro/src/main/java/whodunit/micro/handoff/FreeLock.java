// SPDX-License-Identifier: Apache-2.0
package whodunit.micro.handoff;

import java.util.concurrent.locks.ReentrantLock;
import whodunit.agent.api.Whodunit;

/** A lock that nobody else wants, taken and let go in a transaction. */
final class FreeLock {
    private static final int CALLS = 100_000;

    private final ReentrantLock lock = new ReentrantLock(true);
    private long calls;

    /** @return how long it took on average in each of the last blocks, in nanoseconds */
    double[] blocks(int warmUps, int blocks) {
        double[] ns = new double[blocks];
        int before = Whodunit.begin("alone");
        for (int i = -warmUps; i < blocks; i++) {
            double took = block();
            if (i >= 0)
                ns[i] = took;
        }
        Whodunit.end(before);
        return ns;
    }

    private double block() {
        long begin = System.nanoTime();
        for (int i = 0; i < CALLS; i++) {
            lock.lock();
            calls++;
            lock.unlock();
        }
        return (double) (System.nanoTime() - begin) / CALLS;
    }
}
