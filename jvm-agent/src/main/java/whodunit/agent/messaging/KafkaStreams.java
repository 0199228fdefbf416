// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.messaging;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.returns;

import java.util.List;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/**
 * Tasks of Kafka Streams, from 2.5 on: the step in which one takes a record and processes it, and what it gives on in
 * such a step that was kept for other records: of caches, suppressed and buffered ones, of windows that are over.
 */
public final class KafkaStreams implements Instrumentation {
    private static final String TASKS = "org.apache.kafka.streams.processor.internals.";
    private static final String STORES = "org.apache.kafka.streams.state.internals.";
    private static final String OPERATORS = "org.apache.kafka.streams.kstream.internals.";
    private static final String OTHERS = "messaging.KafkaStreamOthers";

    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named(TASKS + "StreamTask")
                        .advise(named("process").and(returns(boolean.class)), "messaging.KafkaStreamStep"),
                InstrumentedClass.named(TASKS + "PartitionGroup")
                        .advise(named("nextRecord"), "messaging.KafkaStreamTakes"),
                InstrumentedClass.named(STORES + "NamedCache").advise(named("flush"), OTHERS),
                InstrumentedClass.named(STORES + "InMemoryTimeOrderedKeyValueBuffer") // before 3.5
                        .advise(named("evictWhile"), OTHERS),
                InstrumentedClass.named(STORES + "InMemoryTimeOrderedKeyValueChangeBuffer")
                        .advise(named("evictWhile"), OTHERS),
                InstrumentedClass.named(STORES + "RocksDBTimeOrderedKeyValueBuffer")
                        .advise(named("evictWhile"), OTHERS),
                InstrumentedClass.nestedIn(OPERATORS + "KStreamKStreamJoin")
                        .adviseIfPresent(named("emitNonJoinedOuterRecords"), OTHERS),
                InstrumentedClass.named(OPERATORS + "AbstractKStreamTimeWindowAggregateProcessor")
                        .advise(named("maybeForwardFinalResult"), OTHERS),
                InstrumentedClass.nestedIn(OPERATORS + "KStreamSessionWindowAggregate")
                        .adviseIfPresent(named("maybeForwardFinalResult"), OTHERS));
    }
}
