// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.messaging;

import com.rabbitmq.client.AMQP;
import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.RabbitDeliveries;

/**
 * RabbitMQ: ConsumerDispatcher.handleDelivery(consumer, tag, envelope, properties, body), on the connection's thread.
 */
public final class RabbitDelivers {
    private RabbitDelivers() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(0) Object consumer, @Advice.Argument(1) String tag,
            @Advice.Argument(3) AMQP.BasicProperties properties) {
        RabbitDeliveries.arrives(consumer, tag, properties == null ? null : properties.getHeaders());
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit() {
        RabbitDeliveries.hasArrived();
    }
}
