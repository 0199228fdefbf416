// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.handoffs;

import net.bytebuddy.asm.Advice;
import whodunit.agent.advice.ArgumentGoesOn;
import whodunit.agent.boot.TaskPropagation;

/** As {@link ArgumentGoesOn}; for an argument that nothing is noted of, under what it finds. */
public final class ArgumentRunsAgain {
    private ArgumentRunsAgain() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter(@Advice.Argument(0) Object task) {
        return TaskPropagation.tryBegin(task);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int previous) {
        TaskPropagation.end(previous);
    }
}
