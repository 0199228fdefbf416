// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.coroutines;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.TaskPropagation;

/** A method that lets a coroutine go on until it is suspended again. */
public final class CoroutineRuns {
    private CoroutineRuns() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter(@Advice.This Object task) {
        return TaskPropagation.tryBeginToTake(task);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int previous) {
        TaskPropagation.end(previous);
    }
}
