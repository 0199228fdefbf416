// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.Parking;

/** AbstractQueuedSynchronizer.enqueue(node): a condition is signalled, for the thread that the node stands for. */
public final class Signals {
    private Signals() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@NodeWaiter Thread waiter) {
        Parking.signals(waiter);
    }
}
