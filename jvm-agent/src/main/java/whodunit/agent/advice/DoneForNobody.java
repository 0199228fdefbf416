// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.advice;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.TaskPropagation;

/** A method that does for everybody what the calling thread's request has only been the first to need. */
public final class DoneForNobody {
    private DoneForNobody() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter() {
        return TaskPropagation.beginForNobody();
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int previous) {
        TaskPropagation.end(previous);
    }
}
