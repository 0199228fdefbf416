// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.handoffs;

import net.bytebuddy.asm.Advice;
import whodunit.agent.advice.ArgumentCarried;
import whodunit.agent.boot.TaskPropagation;

/** As {@link ArgumentCarried}; what nobody hands over runs under what it finds. */
public final class ArgumentCarriedForSomebody {
    private ArgumentCarriedForSomebody() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(value = 0, readOnly = false) Runnable task) {
        task = TaskPropagation.carriedForSomebody(task);
    }
}
