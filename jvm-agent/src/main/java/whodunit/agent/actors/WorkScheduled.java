// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.actors;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.TaskPropagation;

/** scheduleOnce(delay, task, executor) */
public final class WorkScheduled {
    private WorkScheduled() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter(@Advice.Argument(1) Runnable task) {
        return TaskPropagation.beginScheduled(task);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int previous) {
        TaskPropagation.end(previous);
    }
}
