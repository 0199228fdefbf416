// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.advice;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.QueueHandover;

/** A queue's method that adds its first argument at the end, or does not return. */
public final class QueuePuts {
    private QueuePuts() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.This Object queue, @Advice.Argument(0) Object element) {
        QueueHandover.put(queue, element);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.This Object queue, @Advice.Argument(0) Object element,
            @Advice.Thrown Throwable thrown) {
        if (thrown != null)
            QueueHandover.notPut(queue, element);
    }
}
