// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.coroutines;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.SharedFlows;

/** SharedFlowSlot.freeLocked(flow): a collector ends. */
public final class FlowLeft {
    private FlowLeft() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Object slot) {
        SharedFlows.leaves(slot);
    }
}
