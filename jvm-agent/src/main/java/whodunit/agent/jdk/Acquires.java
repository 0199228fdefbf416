// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.Parking;

/**
 * The slow path of a synchronizer, AbstractQueuedSynchronizer.acquire or StampedLock's: one wait, however often it
 * parks.
 */
public final class Acquires {
    private Acquires() {}

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit() {
        Parking.attempted();
    }
}
