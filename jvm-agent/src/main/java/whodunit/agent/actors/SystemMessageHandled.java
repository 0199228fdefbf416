// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.actors;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.TaskPropagation;

/** A method that lets an actor begin, end or be told of others: what it takes out of queues is whose that is. */
public final class SystemMessageHandled {
    private SystemMessageHandled() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter() {
        return TaskPropagation.beginSystemMessage();
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int previous) {
        TaskPropagation.endMessage(previous);
    }
}
