// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.messaging;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.JmsMessages;

/** ActiveMQ: ActiveMQSession.send(producer, destination, message, …). */
public final class ActiveMqSends {
    private ActiveMqSends() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(2) Object message) throws ReflectiveOperationException {
        JmsMessages.sends(message);
    }
}
