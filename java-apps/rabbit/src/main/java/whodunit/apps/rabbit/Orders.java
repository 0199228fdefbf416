// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.rabbit;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.springframework.amqp.core.Message;
import org.springframework.amqp.core.MessageListener;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.listener.AbstractMessageListenerContainer;
import org.springframework.amqp.rabbit.listener.DirectMessageListenerContainer;
import org.springframework.amqp.rabbit.listener.SimpleMessageListenerContainer;
import org.springframework.amqp.rabbit.listener.api.ChannelAwareBatchMessageListener;
import whodunit.agent.api.Whodunit;
import whodunit.apps.Work;

/**
 * Orders in queues. Arguments: "send", port of the broker, how many small and big ones into each queue; "other", port,
 * how many of no transaction into each but the last; or "handle", port, how many there are in all.
 */
public final class Orders {
    /** By a callback, by a consumer that has two queues, by Spring's two containers, and many at once. */
    private static final List<String> QUEUES = List.of("called", "first", "second", "simple", "direct", "batch");
    /** As small as the protocol allows. */
    private static final int FRAME = 4096;

    private static final Map<String, Integer> HANDLED = new ConcurrentHashMap<>();
    private static CountDownLatch left;

    private Orders() {}

    public static void main(String[] arguments) throws Exception {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(Integer.parseInt(arguments[1]));
        factory.setRequestedFrameMax(FRAME);
        try (Connection connection = factory.newConnection(); Channel channel = connection.createChannel()) {
            for (String queue : QUEUES)
                channel.queueDeclare(queue, false, false, false, null);
            int orders = Integer.parseInt(arguments[2]);
            switch (arguments[0]) {
                case "send" -> send(channel, orders);
                case "other" -> sendOthers(channel, orders);
                default -> handle(channel, factory, orders);
            }
        }
    }

    private static void send(Channel channel, int orders) throws IOException {
        for (int i = 0; i < orders; i++)
            for (String queue : QUEUES) {
                send(channel, queue, "small", null);
                send(channel, queue, "big", properties(Map.of("tenant", "acme", "baggage", "colour=red")));
            }
        send(channel, "called", "full", full());
    }

    private static void send(Channel channel, String queue, String kind, AMQP.BasicProperties properties)
            throws IOException {
        int before = Whodunit.begin(kind + " order");
        channel.basicPublish("", queue, properties, kind.getBytes(StandardCharsets.US_ASCII));
        Whodunit.end(before);
    }

    private static void sendOthers(Channel channel, int orders) throws IOException {
        for (int i = 0; i < orders; i++)
            for (String queue : QUEUES.subList(0, QUEUES.size() - 1))
                channel.basicPublish("", queue, null, "other".getBytes(StandardCharsets.US_ASCII));
    }

    private static AMQP.BasicProperties properties(Map<String, Object> headers) {
        return new AMQP.BasicProperties.Builder().headers(headers).build();
    }

    /** Headers that fill a frame, so that nothing more can be sent in them. */
    private static AMQP.BasicProperties full() throws IOException {
        int bare = properties(Map.of("all", "")).toFrame(1, 0).size();
        return properties(Map.of("all", "x".repeat(FRAME - bare)));
    }

    private static void handle(Channel channel, ConnectionFactory factory, int orders) throws Exception {
        left = new CountDownLatch(orders);
        channel.basicConsume("called", true,
                (tag, delivery) -> handled(delivery.getBody(), delivery.getProperties().getHeaders()), tag -> {});
        DefaultConsumer both = new DefaultConsumer(channel) {
            @Override
            public void handleDelivery(String tag, Envelope envelope, AMQP.BasicProperties properties, byte[] body) {
                handled(body, properties.getHeaders());
            }
        };
        channel.basicConsume("first", true, both);
        channel.basicConsume("second", true, both);
        CachingConnectionFactory connections = new CachingConnectionFactory(factory);
        SimpleMessageListenerContainer batches = new SimpleMessageListenerContainer(connections);
        batches.setBatchSize(2);
        batches.setConsumerBatchEnabled(true);
        List<AbstractMessageListenerContainer> containers = List.of(new SimpleMessageListenerContainer(connections),
                new DirectMessageListenerContainer(connections), batches);
        List<String> queues = List.of("simple", "direct", "batch");
        for (int i = 0; i < containers.size(); i++) {
            AbstractMessageListenerContainer container = containers.get(i);
            container.setQueueNames(queues.get(i));
            container.setMessageListener(container == batches ? (ChannelAwareBatchMessageListener) Orders::batch
                    : (MessageListener) message -> handled(message.getBody(),
                            message.getMessageProperties().getHeaders()));
            container.afterPropertiesSet();
            container.start();
        }
        left.await();
        containers.forEach(AbstractMessageListenerContainer::stop);
        connections.destroy();
        System.out.println("handled: " + new TreeMap<>(HANDLED));
    }

    private static void batch(List<Message> messages, Channel channel) {
        Work.burn();
        for (Message message : messages)
            done("of a batch", message.getMessageProperties().getHeaders());
    }

    private static void handled(byte[] body, Map<String, Object> headers) {
        String kind = new String(body, StandardCharsets.US_ASCII);
        switch (kind) {
            case "small" -> small();
            case "big" -> big();
            case "other" -> other();
            default -> full(headers);
        }
        done(kind, headers);
    }

    /** Notes what an application knows of its own headers. */
    private static void done(String kind, Map<String, Object> headers) {
        Map<String, Object> own = headers == null ? new HashMap<>() : new HashMap<>(headers);
        Object baggage = own.remove("baggage");
        own.replaceAll((name, value) -> value.toString().length());
        String colour = baggage != null && baggage.toString().contains("colour=red") ? " red" : "";
        HANDLED.merge(kind + " " + own + colour, 1, Integer::sum);
        left.countDown();
    }

    private static void small() {
        Work.burn();
    }

    private static void big() {
        Work.burn();
    }

    private static void other() {
        Work.burn();
    }

    private static void full(Map<String, Object> headers) {
        if (headers.containsKey("baggage"))
            throw new IllegalStateException("there was no room for it");
    }
}
