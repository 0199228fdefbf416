// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.actors;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.QueueHandover;

/** A queue's or buffer's method that takes an element out, or null; of actors' queues only a stream's counts. */
public final class StreamDrained {
    private StreamDrained() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Object queue, @Advice.Return Object element) {
        if (QueueHandover.isStreams(queue))
            QueueHandover.takenInMessage(queue, element);
    }
}
