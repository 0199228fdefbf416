// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.actors;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.TaskPropagation;

/** schedule(delay, period, task, executor), scheduleWithFixedDelay and scheduleAtFixedRate */
public final class PeriodicWorkScheduled {
    private PeriodicWorkScheduled() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter(@Advice.Argument(2) Runnable task) {
        return TaskPropagation.beginPeriodic(task);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int previous) {
        TaskPropagation.end(previous);
    }
}
