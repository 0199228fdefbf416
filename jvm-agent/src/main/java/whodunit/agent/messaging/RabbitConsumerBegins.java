// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.messaging;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.RabbitDeliveries;

/** RabbitMQ: ConsumerDispatcher.handleConsumeOk(consumer, tag), before the first message. */
public final class RabbitConsumerBegins {
    private RabbitConsumerBegins() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(0) Object consumer, @Advice.Argument(1) String tag) {
        RabbitDeliveries.begins(consumer, tag);
    }
}
