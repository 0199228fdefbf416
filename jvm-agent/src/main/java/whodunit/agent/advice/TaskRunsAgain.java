// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.advice;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.TaskPropagation;

/** The method in which a task runs that may do so many times: each time under the context in which it was made. */
public final class TaskRunsAgain {
    private TaskRunsAgain() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter(@Advice.This Object task) {
        return TaskPropagation.tryBegin(task);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int previous) {
        TaskPropagation.end(previous);
    }
}
