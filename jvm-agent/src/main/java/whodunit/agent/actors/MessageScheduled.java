// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.actors;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.TaskPropagation;

/** scheduleOnce(delay, receiver, message, executor, sender) */
public final class MessageScheduled {
    private MessageScheduled() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter(@Advice.Argument(1) Object receiver, @Advice.Argument(4) Object sender) {
        return TaskPropagation.beginScheduled(receiver, sender);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int previous) {
        TaskPropagation.end(previous);
    }
}
