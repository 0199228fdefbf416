// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.messaging;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.JmsMessages;

/** A method that sends its second argument, a message of JMS. */
public final class JmsSends {
    private JmsSends() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(1) Object message) throws ReflectiveOperationException {
        JmsMessages.sends(message);
    }
}
