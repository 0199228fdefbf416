// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.QueueHandover;

/** A queue's method that takes the first element and returns it, or null. */
public final class QueueTakes {
    private QueueTakes() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.This Object queue) {
        QueueHandover.taking(queue);
    }

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Object queue, @Advice.Return Object element) {
        QueueHandover.taken(queue, element);
    }
}
