// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.handoffs;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.GatheredContexts;
import whodunit.agent.boot.TaskPropagation;

/** A method that passes on what was gathered, its second argument. */
public final class GatheredLeaves {
    private GatheredLeaves() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter(@Advice.Argument(1) Object gathered) {
        return GatheredContexts.begin(gathered);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int previous) {
        TaskPropagation.end(previous);
    }
}
