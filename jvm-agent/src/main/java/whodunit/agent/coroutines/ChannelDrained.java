// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.coroutines;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.QueueHandover;
import whodunit.agent.reactive.QueueDrained;

/** As {@link QueueDrained}, for the iterator of a channel of Kotlin's. */
public final class ChannelDrained {
    private ChannelDrained() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.FieldValue("this$0") Object channel, @Advice.Return Object element) {
        QueueHandover.takenForAll(channel, element);
    }
}
