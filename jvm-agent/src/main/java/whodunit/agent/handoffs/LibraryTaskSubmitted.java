// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.handoffs;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.TaskPropagation;

/** execute(task) of a pool that its library uses for its own work as well. */
public final class LibraryTaskSubmitted {
    private LibraryTaskSubmitted() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(0) Runnable task) {
        TaskPropagation.submittedByApplication(task);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Argument(0) Runnable task, @Advice.Thrown Throwable thrown) {
        if (thrown != null)
            TaskPropagation.rejected(task);
    }
}
