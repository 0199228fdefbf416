// SPDX-License-Identifier: Apache-2.0
package whodunit.harness.oracle;

import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * When requests begin that come as those of so many independent visitors do. What a request costs hangs on how long the
 * server has rested before it. For one thread.
 */
public final class Pace {
    /** A wait is interrupted as often as this to see whether it goes on. */
    private static final long LOOK_NANOS = 100_000_000;

    private final double meanGapNanos;
    private final Random arrivals;
    private long next;

    /** @param thinkSeconds the mean of each visitor */
    public Pace(double thinkSeconds, int visitors, Random arrivals) {
        this.meanGapNanos = thinkSeconds * 1e9 / visitors;
        this.arrivals = arrivals;
    }

    /** The next request's time is a gap from now. */
    public void begin() {
        next = System.nanoTime();
    }

    /** Waits for the next request's time, if that is still to come: one that is late does not put off the others. */
    public void await() {
        next += gap();
        LockSupport.parkNanos(next - System.nanoTime());
    }

    /** The same, but requests that come late put off those behind them, which find a server that has rested. */
    public void awaitRested(BooleanSupplier goesOn) {
        next = Math.max(next, System.nanoTime()) + gap();
        for (long left; goesOn.getAsBoolean() && (left = next - System.nanoTime()) > 0;)
            LockSupport.parkNanos(Math.min(left, LOOK_NANOS));
    }

    private long gap() {
        return (long) (-meanGapNanos * Math.log(1 - arrivals.nextDouble()));
    }
}
