// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.QueueHandover;

/** A deque's method that adds its first argument at the beginning and says whether it did. */
public final class QueueOffersFirst {
    private QueueOffersFirst() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.This Object queue, @Advice.Argument(0) Object element) {
        QueueHandover.putFirst(queue, element);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.This Object queue, @Advice.Argument(0) Object element, @Advice.Return boolean put) {
        if (!put)
            QueueHandover.dropped(queue, element);
    }
}
