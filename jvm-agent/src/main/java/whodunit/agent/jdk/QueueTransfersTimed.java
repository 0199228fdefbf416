// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.QueueHandover;

/**
 * SynchronousQueue's transfer(element, timed, nanos) of JDK 17: puts the element, or takes one if it is null; null
 * is a failure.
 */
public final class QueueTransfersTimed {
    private QueueTransfersTimed() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.This Object queue, @Advice.Argument(0) Object element) {
        QueueHandover.transferring(queue, element);
    }

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Object queue, @Advice.Argument(0) Object element, @Advice.Return Object result) {
        QueueHandover.transferred(queue, element, result, result == null);
    }
}
