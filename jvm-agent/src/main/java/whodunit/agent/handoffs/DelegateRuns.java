// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.handoffs;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.TaskPropagation;

/** As {@link ArgumentRuns}, for an object that runs another. */
public final class DelegateRuns {
    private DelegateRuns() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter(@Advice.FieldValue("delegate") Object task) {
        return TaskPropagation.beginOrNone(task);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int previous) {
        TaskPropagation.end(previous);
    }
}
