// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.handoffs;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.GatheredContexts;

/** A method that makes one message of what was gathered before, null if nothing, and one more. */
public final class MessageGathered {
    private MessageGathered() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.Argument(0) Object before, @Advice.Return Object gathered) {
        GatheredContexts.gathered(before, gathered);
    }
}
