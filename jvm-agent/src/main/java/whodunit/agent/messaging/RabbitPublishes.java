// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.messaging;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.LongString;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import net.bytebuddy.asm.Advice;
import whodunit.agent.boot.OutgoingBaggage;

/**
 * RabbitMQ: ChannelN.basicPublish(exchange, routingKey, mandatory, immediate, properties, body), on the thread that
 * sends. Headers that do not fit into a frame would be refused.
 */
public final class RabbitPublishes {
    private RabbitPublishes() {}

    @Advice.OnMethodEnter(suppress = Throwable.class)
    static void enter(@Advice.This Channel channel,
            @Advice.Argument(value = 4, readOnly = false) AMQP.BasicProperties properties) throws IOException {
        Map<String, Object> headers = properties == null ? null : properties.getHeaders();
        Object present = headers == null ? null : headers.get("baggage");
        boolean isText = present == null || present instanceof String || present instanceof LongString;
        String baggage = isText ? OutgoingBaggage.header(present == null ? null : present.toString()) : null;
        if (baggage != null) {
            Map<String, Object> all = headers == null ? new HashMap<>() : new HashMap<>(headers);
            all.put("baggage", baggage);
            AMQP.BasicProperties carrying = (properties == null ? new AMQP.BasicProperties.Builder()
                    : properties.builder()).headers(all).build();
            int limit = channel.getConnection().getFrameMax();
            if (limit == 0 || carrying.toFrame(0, 0).size() <= limit)
                properties = carrying;
        }
    }
}
