// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.messaging;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import net.bytebuddy.asm.Advice;
import org.apache.activemq.command.ActiveMQDestination;
import org.apache.activemq.command.MessageDispatch;
import whodunit.agent.boot.JmsMessages;

/** ActiveMQ: ActiveMQMessageConsumer.dispatch(message), which calls the consumer's listener, if it has one. */
public final class ActiveMqDispatches {
    private ActiveMqDispatches() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter(@Advice.FieldValue("messageListener") AtomicReference<?> listener,
            @Advice.Argument(0) MessageDispatch dispatched) throws IOException {
        if (listener.get() == null || dispatched.getMessage() == null)
            return 0;
        ActiveMQDestination destination = dispatched.getDestination();
        return JmsMessages.begin(destination.isTemporary() ? "(temporary)" : destination.getPhysicalName(),
                dispatched.getMessage().getProperty("baggage"));
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int before) {
        JmsMessages.end(before);
    }
}
