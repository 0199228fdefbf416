// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.messaging;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.JmsMessages;

/** Spring: AbstractMessageListenerContainer.doExecuteListener(session, message), of any provider of JMS. */
public final class SpringJmsHandles {
    private SpringJmsHandles() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter(@Advice.Argument(1) Object message) throws ReflectiveOperationException {
        return JmsMessages.begin(message);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int before) {
        JmsMessages.end(before);
    }
}
