// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.advice;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.QueueHandover;

/** A method that moves elements of queues, or borrows them, which is no handover of work. */
public final class QueuePauses {
    private QueuePauses() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static boolean enter() {
        QueueHandover.pause();
        return true;
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter boolean paused) {
        if (paused)
            QueueHandover.resume();
    }
}
