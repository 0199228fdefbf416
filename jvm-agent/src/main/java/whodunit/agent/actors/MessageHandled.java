// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.actors;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.TaskPropagation;

/** A method that lets an actor handle the message that it is given. */
public final class MessageHandled {
    private MessageHandled() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter(@Advice.Argument(0) Object message) {
        return TaskPropagation.beginMessage(message);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int previous) {
        TaskPropagation.endMessage(previous);
    }
}
