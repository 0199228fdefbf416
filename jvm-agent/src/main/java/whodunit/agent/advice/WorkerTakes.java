// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.advice;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.TaskPropagation;

/** ThreadPoolExecutor.getTask(): the worker's last task is over when it asks for the next. */
public final class WorkerTakes {
    private WorkerTakes() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter() {
        TaskPropagation.idle();
    }

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.Return Runnable task) {
        TaskPropagation.workerTook(task);
    }
}
