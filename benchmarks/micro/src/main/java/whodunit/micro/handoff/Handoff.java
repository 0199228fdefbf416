// SPDX-License-Identifier: Apache-2.0
package whodunit.micro.handoff;

import whodunit.agent.api.Whodunit;

/**
 * A lock that goes from one thread to another one that sleeps. The holder is in a transaction, the waiter in every
 * other round: without one nothing of its wait is recorded. A round takes as long as from just before the holder lets
 * go until the waiter has the lock (as in benchmarks/micro/native/locks.c): how long the lock was held is in no figure.
 * Whoever has nothing to do yields: both may share one processor.
 */
abstract class Handoff {
    /** Longer than HotSpot spins once it has learnt that this is in vain. */
    private static final long HELD_NS = 20_000;
    private static final int OVER = -1;

    private final Thread waiter = new Thread(this::takeRounds, "waiter");
    private String waitersProcessor;
    private volatile int round;
    private volatile boolean arrived;
    private volatile boolean done;
    private long released;
    private long acquired;

    /** The holder's part of a round: gets the lock, calls {@link #waitForWaiter} and {@link #release} and lets go. */
    abstract void hold() throws InterruptedException;

    /** The waiter's part: calls {@link #arrive}, gets the lock, calls {@link #acquire} and lets go. */
    abstract void take() throws InterruptedException;

    /** @return how long each of the last rounds took, in nanoseconds: in a transaction, and without one */
    final double[][] rounds(String waitersProcessor, int warmUps, int rounds) throws InterruptedException {
        this.waitersProcessor = waitersProcessor;
        double[][] ns = new double[2][rounds / 2];
        waiter.start();
        int before = Whodunit.begin("holds");
        for (int i = -warmUps; i < rounds; i++) {
            arrived = false;
            done = false;
            hold();
            while (!done)
                Thread.yield();
            if (i >= 0)
                ns[i % 2][i / 2] = acquired - released;
        }
        Whodunit.end(before);
        round = OVER;
        waiter.join();
        return ns;
    }

    private void takeRounds() {
        Processor.stayOn(waitersProcessor);
        try {
            for (int seen = 0;; seen++) {
                while (round == seen)
                    Thread.yield();
                if (round == OVER)
                    return;
                int before = seen % 2 == 0 ? Whodunit.begin("waits") : Whodunit.current();
                take();
                Whodunit.end(before);
                done = true;
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The holder has the lock. Returns when the waiter sleeps. */
    final void waitForWaiter() {
        round++;
        while (!arrived || waiter.getState() == Thread.State.RUNNABLE)
            Thread.yield();
        long end = System.nanoTime() + HELD_NS;
        while (System.nanoTime() < end)
            Thread.yield();
    }

    final void arrive() {
        arrived = true;
    }

    final void release() {
        released = System.nanoTime();
    }

    final void acquire() {
        acquired = System.nanoTime();
    }
}
