// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.advice;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.TaskPropagation;

/**
 * A method of what stands for somebody who waits, called by whoever has what it waits for: under the context in which
 * it was made, or nothing.
 */
public final class TaskGoesOn {
    private TaskGoesOn() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter(@Advice.This Object task) {
        return TaskPropagation.tryBeginOrNone(task);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int previous) {
        TaskPropagation.end(previous);
    }
}
