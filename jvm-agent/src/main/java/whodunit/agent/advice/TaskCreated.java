// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.advice;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.TaskPropagation;

/** Constructors of tasks, and of what stands for somebody who waits. */
public final class TaskCreated {
    private TaskCreated() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Object task) {
        TaskPropagation.created(task);
    }
}
