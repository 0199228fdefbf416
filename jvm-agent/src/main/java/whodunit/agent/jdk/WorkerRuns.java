// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.TaskPropagation;

/** ThreadPoolExecutor.Worker.run(): a worker's first task does not pass through the queue. */
public final class WorkerRuns {
    private WorkerRuns() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.FieldValue("firstTask") Runnable task) {
        TaskPropagation.workerTook(task);
    }
}
