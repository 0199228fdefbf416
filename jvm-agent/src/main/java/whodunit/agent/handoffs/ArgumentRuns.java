// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.handoffs;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.TaskPropagation;

/** A method that runs its first argument, on a thread that works for many: under what was noted for it, or nothing. */
public final class ArgumentRuns {
    private ArgumentRuns() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter(@Advice.Argument(0) Object task) {
        return TaskPropagation.beginOrNone(task);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int previous) {
        TaskPropagation.end(previous);
    }
}
