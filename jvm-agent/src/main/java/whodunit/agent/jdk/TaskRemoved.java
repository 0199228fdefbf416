// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.TaskPropagation;

/** ThreadPoolExecutor.remove(task): it will not run, until it is handed over again. */
public final class TaskRemoved {
    private TaskRemoved() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.Argument(0) Runnable task, @Advice.Return boolean removed) {
        if (removed)
            TaskPropagation.removed(task);
    }
}
