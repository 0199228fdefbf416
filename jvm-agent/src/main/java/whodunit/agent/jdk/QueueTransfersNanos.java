// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.QueueHandover;

/**
 * xfer(element, nanos) of the transfer queues of JDK 21 and later: puts the element, or takes one if it is null. The
 * result is the other side's; the element itself if there is no other side, which is a failure unless nanos is
 * negative.
 */
public final class QueueTransfersNanos {
    private QueueTransfersNanos() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.This Object queue, @Advice.Argument(0) Object element) {
        QueueHandover.transferring(queue, element);
    }

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Object queue, @Advice.Argument(0) Object element, @Advice.Argument(1) long nanos,
            @Advice.Return Object result) {
        QueueHandover.transferred(queue, element, result, result != null && nanos >= 0);
    }
}
