// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.kafka;

import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.EmitStrategy;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.JoinWindows;
import org.apache.kafka.streams.kstream.KGroupedStream;
import org.apache.kafka.streams.kstream.KStream;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.StreamJoined;
import org.apache.kafka.streams.kstream.Suppressed;
import org.apache.kafka.streams.kstream.TimeWindows;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.Stores;
import org.apache.kafka.streams.state.WindowBytesStoreSupplier;
import whodunit.agent.api.Whodunit;

/** Orders that Kafka Streams hands out; and what it does with others of them then, which is to be nobody's. */
final class Streamed {
    private static final Duration MILLI = Duration.ofMillis(1), MINUTE = Duration.ofMinutes(1);
    /** By kind: how often that was done, and how often for somebody. */
    private final Map<String, int[]> others = new TreeMap<>();
    private final CountDownLatch orders, timers = new CountDownLatch(3);

    private Streamed(int orders) {
        this.orders = new CountDownLatch(orders);
    }

    static void handle(String port, int orders, String url, String topic) throws Exception {
        Properties properties = new Properties();
        properties.put("bootstrap.servers", "127.0.0.1:" + port);
        properties.put("application.id", "billing");
        properties.put("auto.offset.reset", "earliest");
        properties.put("state.dir", Files.createTempDirectory("streams").toString());
        properties.put("processing.guarantee", "exactly_once_v2");
        properties.put("statestore.cache.max.bytes", "600");
        properties.put("__emit.interval.ms.kstreams.outer.join.spurious.results.fix__", "0");
        properties.put("__emit.interval.ms.kstreams.windowed.aggregation__", "0");
        Streamed streamed = new Streamed(orders);
        try (Connection c = DriverManager.getConnection(url);
                PreparedStatement burn = c.prepareStatement(Orders.BURN)) {
            StreamsBuilder builder = new StreamsBuilder();
            KStream<String, String> all = builder.stream(topic, Consumed.with(Serdes.String(), Serdes.String()));
            all.foreach((key, units) -> {
                billed(units, burn);
                streamed.orders.countDown();
            });
            streamed.keep(all);
            try (KafkaStreams streams = new KafkaStreams(builder.build(), properties)) {
                streams.start();
                streamed.orders.await();
                streamed.timers.await();
            }
        }
        streamed.others.forEach((kind, times) -> System.out.println(kind + ": " + Arrays.toString(times)));
    }

    private static void billed(String units, PreparedStatement burn) {
        try {
            Orders.handle(units, burn);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void keep(KStream<String, String> all) {
        KGroupedStream<String, String> byKey = all.groupByKey(Grouped.with(Serdes.String(), Serdes.String()));
        byKey.count(Materialized.<String, Long>as(Stores.inMemoryKeyValueStore("cached")).withLoggingDisabled()
                .withCachingEnabled()).toStream().process(() -> new Seen<>("cached"));
        byKey.count(Materialized.<String, Long>as(Stores.inMemoryKeyValueStore("suppressed")).withLoggingDisabled()
                .withCachingDisabled())
                .suppress(Suppressed.untilTimeLimit(MINUTE,
                        Suppressed.BufferConfig.maxRecords(2).emitEarlyWhenFull().withLoggingDisabled()))
                .toStream().process(() -> new Seen<>("suppressed"));
        all.leftJoin(all.filter((key, units) -> false), (order, none) -> order,
                JoinWindows.ofTimeDifferenceWithNoGrace(MILLI),
                StreamJoined.<String, String, String>with(joined("left"), joined("right"))
                        .withKeySerde(Serdes.String()).withValueSerde(Serdes.String())
                        .withOtherValueSerde(Serdes.String()).withLoggingDisabled())
                .process(() -> new Seen<>("joined"));
        byKey.windowedBy(TimeWindows.ofSizeWithNoGrace(MILLI)).emitStrategy(EmitStrategy.onWindowClose())
                .count(Materialized.<String, Long>as(Stores.inMemoryWindowStore("windows", MINUTE, MILLI, false))
                        .withLoggingDisabled())
                .toStream().process(() -> new Seen<>("windows"));
        all.process(Timer::new);
    }

    private static WindowBytesStoreSupplier joined(String name) {
        return Stores.inMemoryWindowStore(name, MILLI.multipliedBy(2), MILLI.multipliedBy(2), true);
    }

    private void seen(String kind, boolean somebodys) {
        int[] times = others.computeIfAbsent(kind, k -> new int[2]);
        times[0]++;
        if (somebodys)
            times[1]++;
    }

    /** Behind what keeps records of others. */
    private final class Seen<K, V> implements Processor<K, V, Void, Void> {
        private final String kind;

        Seen(String kind) {
            this.kind = kind;
        }

        @Override
        public void process(Record<K, V> record) {
            seen(kind, Whodunit.current() != 0);
        }
    }

    private final class Timer implements Processor<String, String, Void, Void> {
        @Override
        public void init(ProcessorContext<Void, Void> context) {
            context.schedule(Duration.ofMillis(20), PunctuationType.WALL_CLOCK_TIME, time -> {
                seen("timer", Whodunit.current() != 0);
                timers.countDown();
            });
        }

        @Override
        public void process(Record<String, String> record) {
            // the timer does all
        }
    }
}
