// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.QueueHandover;

/**
 * LinkedTransferQueue.xfer(element, haveData, how, nanos) of JDK 17: as {@link QueueTransfersNanos}, but for how it
 * is told not to wait.
 */
public final class QueueTransfersHow {
    /** LinkedTransferQueue.ASYNC */
    public static final int DOES_NOT_WAIT = 1;

    private QueueTransfersHow() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.This Object queue, @Advice.Argument(0) Object element) {
        QueueHandover.transferring(queue, element);
    }

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Object queue, @Advice.Argument(0) Object element, @Advice.Argument(2) int how,
            @Advice.Return Object result) {
        QueueHandover.transferred(queue, element, result, result != null && how != DOES_NOT_WAIT);
    }
}
