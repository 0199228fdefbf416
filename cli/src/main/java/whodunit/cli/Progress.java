// SPDX-License-Identifier: Apache-2.0
package whodunit.cli;

import java.util.function.Consumer;
import java.util.function.LongSupplier;
import whodunit.cli.text.PrintableName;

/**
 * What a command says that takes its time: nothing in its first two seconds, then what it is at, a step a second, and
 * every ten seconds that it is still at it.
 */
final class Progress {
    static final Progress OF_THIS_COMMAND = new Progress(System::nanoTime,
            line -> System.err.println("whodunit: " + PrintableName.of(line)));

    private static final long QUIET_NANOS = 2_000_000_000, GAP_NANOS = 1_000_000_000, STILL_NANOS = 10_000_000_000L;

    private final LongSupplier clock;
    private final Consumer<String> lines;
    private final long start;
    private long told;
    /** Null: nothing that takes its time. */
    private String current;
    private long begun;
    private boolean isTold;

    /** @param clock nanoseconds since whenever */
    Progress(LongSupplier clock, Consumer<String> lines) {
        this.clock = clock;
        this.lines = lines;
        start = told = clock.getAsLong();
    }

    /** From now on a thread sees to it that what lasts is told. */
    void watch() {
        Thread thread = new Thread(() -> {
            try {
                for (;; look())
                    Thread.sleep(GAP_NANOS / 1_000_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }, "progress");
        thread.setDaemon(true);
        thread.start();
    }

    /** The next part of the work, which may take long. */
    void begins(String what) {
        enter(what, 0);
    }

    /** One of many steps. */
    void step(String what) {
        enter(what, GAP_NANOS);
    }

    /** What comes now may take as long as others want. */
    synchronized void ends() {
        current = null;
    }

    private synchronized void enter(String what, long gap) {
        current = what;
        begun = clock.getAsLong();
        isTold = false;
        tell(what, gap);
    }

    /** Tells what has begun while nothing was to be said, or lasts. */
    synchronized void look() {
        if (current == null)
            return;
        if (isTold)
            tell(current + " (" + (clock.getAsLong() - begun) / 1_000_000_000 + " s)", STILL_NANOS);
        else
            tell(current, GAP_NANOS);
    }

    private void tell(String what, long gap) {
        long now = clock.getAsLong();
        if (now - start <= QUIET_NANOS || now - told < gap)
            return;
        lines.accept(what);
        told = now;
        isTold = true;
    }
}
