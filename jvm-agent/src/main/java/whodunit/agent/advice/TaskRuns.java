// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.advice;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.TaskPropagation;

/** The method in which a ForkJoinTask or an asynchronous stage runs. */
public final class TaskRuns {
    private TaskRuns() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter(@Advice.This Object task) {
        return TaskPropagation.begin(task);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int previous) {
        TaskPropagation.end(previous);
    }
}
