// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.jdk;

import java.util.concurrent.Callable;
import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.TaskPropagation;

/** FutureTask's constructors: submit(), schedule() and completion services all make one. */
public final class FutureTaskCreated {
    private FutureTaskCreated() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.Argument(0) Object task,
            @Advice.FieldValue(value = "callable", readOnly = false) Callable<?> callable) {
        callable = TaskPropagation.wrap(callable, task);
    }
}
