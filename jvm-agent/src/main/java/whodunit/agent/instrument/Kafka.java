// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.instrument;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.time.Duration;
import java.util.List;

/** Kafka's clients, from 2.5 on: records that are sent, and the loop over those that were polled. */
final class Kafka implements Instrumentation {
    private static final String CLIENTS = "org.apache.kafka.clients.";

    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named(CLIENTS + "producer.KafkaProducer")
                        .advise(named("send").and(takesArguments(2)), "KafkaSends"),
                InstrumentedClass.named(CLIENTS + "consumer.KafkaConsumer")
                        .advise(named("poll").and(takesArgument(0, Duration.class)), "KafkaPolls"),
                InstrumentedClass.named(CLIENTS + "consumer.ConsumerRecords")
                        .advise(named("iterator"), "KafkaIterates"));
    }
}
