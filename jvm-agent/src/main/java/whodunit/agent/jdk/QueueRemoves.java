// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.QueueHandover;

/** A queue's method that takes its argument out and says whether it was there. */
public final class QueueRemoves {
    private QueueRemoves() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Object queue, @Advice.Argument(0) Object element, @Advice.Return boolean removed) {
        if (removed)
            QueueHandover.dropped(queue, element);
    }
}
