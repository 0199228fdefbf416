// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.messaging;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.returns;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.time.Duration;
import java.util.List;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/**
 * Kafka's clients, from 2.5 on: records that are sent, what is called back then, and the loop over those that were
 * polled; Spring's listeners of batches.
 */
public final class Kafka implements Instrumentation {
    private static final String CLIENTS = "org.apache.kafka.clients.";
    private static final String SPRING = "org.springframework.kafka.";

    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named(CLIENTS + "producer.KafkaProducer")
                        .advise(named("send").and(takesArguments(2)), "messaging.KafkaSends"),
                callback("AppendCallbacks"),
                callback("InterceptorCallback"), // before 3.3
                InstrumentedClass.named(CLIENTS + "consumer.KafkaConsumer")
                        .advise(named("poll").and(takesArgument(0, Duration.class)), "messaging.KafkaPolls"),
                InstrumentedClass.named(CLIENTS + "consumer.ConsumerRecords")
                        .advise(named("iterator"), "messaging.KafkaIterates")
                        .advise(named("records").and(returns(List.class)), "messaging.KafkaPartition"),
                InstrumentedClass.named(SPRING + "listener.KafkaMessageListenerContainer$ListenerConsumer")
                        .advise(named("doInvokeBatchOnMessage").and(takesArgument(1, List.class)),
                                "messaging.KafkaBatches"),
                InstrumentedClass.named(SPRING + "support.converter.BatchMessagingMessageConverter")
                        .advise(named("toMessage").and(takesArgument(0, List.class)), "messaging.KafkaValues"));
    }

    /** Made where the record is sent; the producer's one thread calls the application's through it. */
    private static InstrumentedClass callback(String name) {
        return InstrumentedClass.named(CLIENTS + "producer.KafkaProducer$" + name)
                .advise(isConstructor(), "advice.TaskCreated").advise(named("onCompletion"), "advice.TaskGoesOn");
    }
}
