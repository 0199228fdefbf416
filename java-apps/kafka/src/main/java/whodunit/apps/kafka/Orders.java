// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.kafka;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import whodunit.agent.api.Whodunit;
import whodunit.apps.Work;

/**
 * Orders in a topic, and work for each that the broker has got. Arguments: "send", port of the broker, how many of each
 * size, whether they are transactions; or "handle", port of the broker, how many in all, JDBC URL: in turns all that
 * was polled, and partition by partition; "assigned", the same arguments: by a consumer without a group; "stream": by
 * Kafka Streams.
 */
public final class Orders {
    private static final String TOPIC = "orders";
    static final String BURN = "SELECT BENCHMARK(?, MD5('x'))";
    private static final int UNIT = 20_000;

    private Orders() {}

    public static void main(String[] arguments) throws Exception {
        Map<String, Object> broker = new HashMap<>(Map.of("bootstrap.servers", "127.0.0.1:" + arguments[1],
                "auto.offset.reset", "earliest", "max.poll.records", "10"));
        if (!arguments[0].equals("assigned"))
            broker.put("group.id", "billing");
        if (arguments[0].equals("send"))
            send(broker, Integer.parseInt(arguments[2]), Boolean.parseBoolean(arguments[3]));
        else if (arguments[0].equals("stream"))
            Streamed.handle(arguments[1], Integer.parseInt(arguments[2]), arguments[3], TOPIC);
        else
            handle(broker, Integer.parseInt(arguments[2]), arguments[3]);
    }

    private static void send(Map<String, Object> broker, int orders, boolean transactions) {
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(broker, new StringSerializer(),
                new StringSerializer())) {
            for (int i = 0; i < orders; i++)
                for (int units : new int[] {1, 3}) {
                    int before = transactions ? Whodunit.begin(units == 1 ? "small order" : "big order") : 0;
                    Runnable sent = units == 1 ? Orders::smallSent : Orders::bigSent;
                    producer.send(new ProducerRecord<>(TOPIC, i + "." + units, Integer.toString(units)),
                            (record, e) -> sent.run());
                    if (transactions)
                        Whodunit.end(before);
                }
        }
    }

    private static void smallSent() {
        Work.burn();
    }

    private static void bigSent() {
        Work.burn();
    }

    private static void handle(Map<String, Object> broker, int orders, String url) throws Exception {
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(broker, new StringDeserializer(),
                new StringDeserializer());
                Connection c = DriverManager.getConnection(url);
                PreparedStatement burn = c.prepareStatement(BURN)) {
            if (broker.containsKey("group.id"))
                consumer.subscribe(List.of(TOPIC));
            else
                consumer.assign(List.of(new TopicPartition(TOPIC, 0)));
            boolean byPartition = false;
            for (int done = 0; done < orders;) {
                ConsumerRecords<String, String> polled = consumer.poll(Duration.ofMillis(200));
                if (polled.isEmpty())
                    continue;
                if (byPartition)
                    for (TopicPartition partition : polled.partitions())
                        handle(polled.records(partition), burn);
                else
                    handle(polled, burn);
                done += polled.count();
                byPartition = !byPartition;
            }
            System.out.println("left on the thread: " + Whodunit.current());
        }
    }

    private static void handle(Iterable<ConsumerRecord<String, String>> orders, PreparedStatement burn)
            throws SQLException {
        for (ConsumerRecord<String, String> order : orders)
            handle(order.value(), burn);
    }

    static void handle(String units, PreparedStatement burn) throws SQLException {
        burn.setInt(1, UNIT * Integer.parseInt(units));
        burn.executeQuery().close();
    }
}
