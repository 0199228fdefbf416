// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.TaskPropagation;

/** ThreadPerTaskExecutor.TaskRunner's constructor: (executor, task). */
public final class TaskRunnerCreated {
    private TaskRunnerCreated() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Object runner, @Advice.Argument(1) Object task) {
        TaskPropagation.createdFor(runner, task);
    }
}
