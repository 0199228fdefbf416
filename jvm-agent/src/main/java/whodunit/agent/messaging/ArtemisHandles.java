// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.messaging;

import net.bytebuddy.asm.Advice;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import whodunit.agent.boot.JmsMessages;

/** Artemis: JMSMessageListenerWrapper.onMessage(message), which calls a listener of JMS. */
public final class ArtemisHandles {
    private ArtemisHandles() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter(@Advice.Argument(0) ClientMessage message) {
        return JmsMessages.begin(message.getAddress(), message.getObjectProperty("baggage"));
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int before) {
        JmsMessages.end(before);
    }
}
