// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.coroutines;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.QueueHandover;

/** A channel's method that is told what was taken out of it. */
public final class ChannelSelected {
    private ChannelSelected() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.This Object channel, @Advice.Argument(1) Object element) {
        QueueHandover.received(channel, element);
    }
}
