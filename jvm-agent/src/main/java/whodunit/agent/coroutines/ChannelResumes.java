// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.coroutines;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.QueueHandover;

/** A channel's method that gives an element to a coroutine that waits for one, if that still does. */
public final class ChannelResumes {
    private ChannelResumes() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static boolean enter(@Advice.This Object channel, @Advice.Argument(0) Object waiter) {
        return QueueHandover.delivers(channel, waiter);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.This Object channel, @Advice.Argument(1) Object element, @Advice.Enter boolean delivers,
            @Advice.Return boolean resumed) {
        if (delivers)
            QueueHandover.delivered(channel, element, resumed);
    }
}
