// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import java.util.concurrent.Callable;
import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.TaskPropagation;

/**
 * FutureTask.run() and runAndReset(), to the end: also those who wait for the result are woken by the task's
 * transaction.
 */
public final class FutureTaskRuns {
    private FutureTaskRuns() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter(@Advice.FieldValue("callable") Callable<?> callable) {
        return TaskPropagation.beginCarried(callable);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int previous) {
        TaskPropagation.end(previous);
    }
}
