// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.advice;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.TaskPropagation;

/** ThreadPoolExecutor.execute(task). */
public final class TaskSubmitted {
    private TaskSubmitted() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(0) Runnable task) {
        TaskPropagation.submitted(task);
    }
}
