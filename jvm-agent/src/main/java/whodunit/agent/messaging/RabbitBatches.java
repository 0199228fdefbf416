// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.messaging;

import java.util.List;
import net.bytebuddy.asm.Advice;
import org.springframework.amqp.core.Message;
import whodunit.agent.boot.RabbitDeliveries;

/** Spring AMQP: AbstractMessageListenerContainer.executeListener(channel, data), where the data is a batch. */
public final class RabbitBatches {
    private RabbitBatches() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static int enter(@Advice.Argument(1) Object data) {
        int common = RabbitDeliveries.NONE;
        if (data instanceof List<?>)
            for (Object one : (List<?>) data) {
                Message message = (Message) one;
                common = RabbitDeliveries.common(common, message.getMessageProperties().getConsumerQueue(),
                        message.getMessageProperties().getHeaders());
            }
        return RabbitDeliveries.beginBatch(common);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class, suppress = Throwable.class)
    static void exit(@Advice.Enter int before) {
        RabbitDeliveries.endBatch(before);
    }
}
