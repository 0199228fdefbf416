// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.advice;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.TaskPropagation;

/** A method that hands its first argument, a Runnable that nobody else needs to know, to a queue of a library's own. */
public final class ArgumentCarried {
    private ArgumentCarried() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(value = 0, readOnly = false) Runnable task) {
        task = TaskPropagation.carried(task);
    }
}
