// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.messaging;

import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.RabbitDeliveries;

/** RabbitMQ: ConsumerDispatcher.handleCancelOk(consumer, tag) and handleCancel, behind the last message. */
public final class RabbitConsumerEnds {
    private RabbitConsumerEnds() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.Argument(0) Object consumer, @Advice.Argument(1) String tag) {
        RabbitDeliveries.ends(consumer, tag);
    }
}
