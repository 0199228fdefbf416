// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.messaging;

import java.util.List;
import net.bytebuddy.asm.Advice;
import org.springframework.messaging.Message;
import org.springframework.messaging.support.MessageBuilder;
import whodunit.agent.boot.KafkaBatch;

/** Spring Kafka: BatchMessagingMessageConverter.toMessage(…), for listeners that get values instead of records. */
public final class KafkaValues {
    private KafkaValues() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.Return(readOnly = false) Message<?> message) {
        List<?> values = KafkaBatch.values(message.getPayload());
        if (values != null)
            message = MessageBuilder.createMessage(values, message.getHeaders());
    }
}
