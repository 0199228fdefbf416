// SPDX-License-Identifier: Apache-2.0
package whodunit.seda.stage;

import java.util.function.BooleanSupplier;

/** Until something has happened; the test's time limit ends it. */
public final class Waits {
    private Waits() {}

    public static void until(BooleanSupplier done) throws InterruptedException {
        while (!done.getAsBoolean())
            Thread.sleep(1);
    }
}
