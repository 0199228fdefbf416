// SPDX-License-Identifier: Apache-2.0
package whodunit.cli;

import java.util.function.Consumer;
import java.util.function.LongSupplier;
import whodunit.cli.text.PrintableName;

/**
 * What a command says that takes its time: nothing in its first two seconds, then what it begins, and a step a second.
 */
final class Progress {
    static final Progress OF_THIS_COMMAND = new Progress(System::nanoTime,
            line -> System.err.println("whodunit: " + PrintableName.of(line)));

    private static final long QUIET_NANOS = 2_000_000_000, GAP_NANOS = 1_000_000_000;

    private final LongSupplier clock;
    private final Consumer<String> lines;
    private final long start;
    private long told;

    /** @param clock nanoseconds since whenever */
    Progress(LongSupplier clock, Consumer<String> lines) {
        this.clock = clock;
        this.lines = lines;
        start = told = clock.getAsLong();
    }

    /** The next part of the work, which may take long. */
    void begins(String what) {
        tell(what, 0);
    }

    /** One of many steps. */
    void step(String what) {
        tell(what, GAP_NANOS);
    }

    private void tell(String what, long gap) {
        long now = clock.getAsLong();
        if (now - start <= QUIET_NANOS || now - told < gap)
            return;
        lines.accept(what);
        told = now;
    }
}
