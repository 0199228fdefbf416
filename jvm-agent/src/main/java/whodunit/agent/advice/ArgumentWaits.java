// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.advice;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.TaskPropagation;

/** A method that leaves its first argument, which nobody has handed over yet, to a thread that works for many. */
public final class ArgumentWaits {
    private ArgumentWaits() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(0) Object element) {
        TaskPropagation.created(element);
    }
}
