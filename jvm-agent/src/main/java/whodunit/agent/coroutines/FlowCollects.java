// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.coroutines;

import kotlinx.coroutines.flow.SharedFlowImpl;
import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.SharedFlows;

/**
 * SharedFlowSlot.allocateLocked(flow), which says whether the slot was free: a collector begins. Not one of the flow's
 * subclass that tells how many collect: who waits for the first is nobody's, and goes on for all.
 */
public final class FlowCollects {
    private FlowCollects() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Object slot, @Advice.Argument(0) Object flow, @Advice.Return boolean free) {
        if (free && flow.getClass() == SharedFlowImpl.class)
            SharedFlows.collects(flow, slot);
    }
}
