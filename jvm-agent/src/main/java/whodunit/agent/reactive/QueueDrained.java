// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.reactive;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.QueueHandover;

/** A method that takes an element, or null, out of a queue that one task drains for all who put something there. */
public final class QueueDrained {
    private QueueDrained() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Object queue, @Advice.Return Object element) {
        QueueHandover.takenForAll(queue, element);
    }
}
