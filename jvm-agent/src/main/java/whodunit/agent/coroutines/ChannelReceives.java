// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.coroutines;

import kotlin.coroutines.intrinsics.IntrinsicsKt;
import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.QueueHandover;

/** A channel's method that takes an element out, or waits for one. */
public final class ChannelReceives {
    private ChannelReceives() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Object channel, @Advice.Return Object element) {
        if (element != IntrinsicsKt.getCOROUTINE_SUSPENDED())
            QueueHandover.received(channel, element);
    }
}
