// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.handoffs;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.TaskPropagation;

/**
 * A method that tells its second argument the result of the first: for whom that has asked, if that was for somebody.
 */
public final class ArgumentTold {
    private ArgumentTold() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter(@Advice.Argument(0) Object future, @Advice.Argument(1) Object listener) {
        return TaskPropagation.beginTold(future, listener);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int previous) {
        TaskPropagation.end(previous);
    }
}
