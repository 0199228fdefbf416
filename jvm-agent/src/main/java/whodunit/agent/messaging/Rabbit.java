// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.messaging;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/**
 * RabbitMQ's Java client: messages that are published, and what consumers do with those that are delivered. Spring's
 * containers are such consumers; those that gather batches get each from a queue.
 */
public final class Rabbit implements Instrumentation {
    private static final String CLIENT = "com.rabbitmq.client.impl.";

    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named(CLIENT + "ChannelN")
                        .advise(named("basicPublish").and(takesArguments(6)), "messaging.RabbitPublishes")
                        .advise(named("basicConsume").and(takesArguments(7)), "messaging.RabbitConsumes"),
                InstrumentedClass.named(CLIENT + "ConsumerDispatcher")
                        .advise(named("handleConsumeOk"), "messaging.RabbitConsumerBegins")
                        .advise(named("handleCancelOk").or(named("handleCancel")), "messaging.RabbitConsumerEnds")
                        .advise(named("handleDelivery"), "messaging.RabbitDelivers"),
                InstrumentedClass.named(CLIENT + "ConsumerWorkService")
                        .advise(named("addWork"), "messaging.RabbitWorks"),
                InstrumentedClass.named("org.springframework.amqp.rabbit.listener.AbstractMessageListenerContainer")
                        .advise(named("executeListener").and(takesArguments(2)), "messaging.RabbitBatches"));
    }
}
