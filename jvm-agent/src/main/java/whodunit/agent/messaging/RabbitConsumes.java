// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.messaging;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.RabbitDeliveries;

/** RabbitMQ: ChannelN.basicConsume(queue, autoAck, tag, noLocal, exclusive, arguments, consumer). */
public final class RabbitConsumes {
    private RabbitConsumes() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(0) String queue, @Advice.Argument(6) Object consumer) {
        RabbitDeliveries.asks(consumer, queue);
    }
}
