// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.actors;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.TaskPropagation;

/** A method by which a scheduled task, most often a timeout, is given up: it stays in the scheduler until it is due. */
public final class WorkCancelled {
    private WorkCancelled() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.This Runnable task) {
        TaskPropagation.removed(task);
    }
}
