// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.handoffs;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.TaskPropagation;

/** A method that tells those who wait for a result, each by a method of its own: not for who has the result. */
public final class TellsForNobody {
    private TellsForNobody() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter() {
        return TaskPropagation.beginForNobody();
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int previous) {
        TaskPropagation.end(previous);
    }
}
