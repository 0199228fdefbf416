// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.TaskPropagation;

/** ScheduledThreadPoolExecutor.scheduleAtFixedRate(task, ...) and scheduleWithFixedDelay(task, ...) */
public final class PeriodicTaskScheduled {
    private PeriodicTaskScheduled() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter(@Advice.Argument(0) Runnable task) {
        return TaskPropagation.beginPeriodic(task);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int previous) {
        TaskPropagation.end(previous);
    }
}
