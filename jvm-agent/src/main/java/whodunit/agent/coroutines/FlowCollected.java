// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.coroutines;

import kotlinx.coroutines.flow.SharedFlowSlot;
import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.SharedFlows;

/** SharedFlowImpl.tryTakeValue(slot), which moves the slot on if there is a value. */
public final class FlowCollected {
    private FlowCollected() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static long enter(@Advice.Argument(0) SharedFlowSlot slot) {
        return slot.index;
    }

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Object flow, @Advice.Argument(0) SharedFlowSlot slot, @Advice.Enter long before,
            @Advice.Return Object value) {
        if (slot.index != before)
            SharedFlows.collected(flow, slot, before, value);
    }
}
