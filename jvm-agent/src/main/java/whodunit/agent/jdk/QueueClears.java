// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import java.util.Collection;
import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.QueueHandover;

/** clear() */
public final class QueueClears {
    private QueueClears() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static boolean enter(@Advice.This Object queue) {
        if (QueueHandover.isIdle())
            return false;
        QueueHandover.clearing(queue, ((Collection<?>) queue).toArray());
        return true;
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter boolean clearing) {
        if (clearing)
            QueueHandover.resume();
    }
}
