// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.instrument;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;

/**
 * RabbitMQ's Java client: messages that are published, and what consumers do with those that are delivered. Spring's
 * containers are such consumers; those that gather batches get each from a queue.
 */
final class Rabbit implements Instrumentation {
    private static final String CLIENT = "com.rabbitmq.client.impl.";

    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named(CLIENT + "ChannelN")
                        .advise(named("basicPublish").and(takesArguments(6)), "RabbitPublishes")
                        .advise(named("basicConsume").and(takesArguments(7)), "RabbitConsumes"),
                InstrumentedClass.named(CLIENT + "ConsumerDispatcher")
                        .advise(named("handleConsumeOk"), "RabbitConsumerBegins")
                        .advise(named("handleCancelOk").or(named("handleCancel")), "RabbitConsumerEnds")
                        .advise(named("handleDelivery"), "RabbitDelivers"),
                InstrumentedClass.named(CLIENT + "ConsumerWorkService").advise(named("addWork"), "RabbitWorks"),
                InstrumentedClass.named("org.springframework.amqp.rabbit.listener.AbstractMessageListenerContainer")
                        .advise(named("executeListener").and(takesArguments(2)), "RabbitBatches"));
    }
}
