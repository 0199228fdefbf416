// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.coroutines;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.QueueHandover;

/** A channel's method that adds its first argument. */
public final class ChannelSends {
    private ChannelSends() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.This Object channel, @Advice.Argument(0) Object element) {
        QueueHandover.send(channel, element);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.This Object channel, @Advice.Argument(0) Object element,
            @Advice.Thrown Throwable thrown) {
        if (thrown != null)
            QueueHandover.notPut(channel, element);
    }
}
