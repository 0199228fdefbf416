// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.handoffs;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.TaskPropagation;

/** A future's method to which somebody gives who is to be told the result. */
public final class ListenerAdded {
    private ListenerAdded() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.This Object future, @Advice.Argument(0) Object listener) {
        TaskPropagation.waits(future, listener);
    }
}
