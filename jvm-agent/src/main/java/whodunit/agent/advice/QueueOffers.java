// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.advice;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.QueueHandover;

/** A queue's method that adds its first argument at the end and says whether it did. */
public final class QueueOffers {
    private QueueOffers() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.This Object queue, @Advice.Argument(0) Object element) {
        QueueHandover.put(queue, element);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.This Object queue, @Advice.Argument(0) Object element, @Advice.Return boolean put) {
        if (!put)
            QueueHandover.notPut(queue, element);
    }
}
