// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.TaskPropagation;

/** ThreadPoolExecutor.reject(task): whoever runs the task now, does so in the submitting thread's context or none. */
public final class TaskRejected {
    private TaskRejected() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(0) Runnable task) {
        TaskPropagation.rejected(task);
    }
}
