// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.rabbit;

import com.rabbitmq.client.ConnectionFactory;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory;
import org.springframework.amqp.rabbit.connection.CachingConnectionFactory.ConfirmType;
import org.springframework.amqp.rabbit.connection.CorrelationData;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import whodunit.agent.api.Whodunit;

/**
 * Messages of four types and of none that the broker confirms to Spring's template: says how many it told under
 * another context than their senders'. Arguments: the broker's port, how many there are.
 */
public final class Confirmed {
    private Confirmed() {}

    public static void main(String[] arguments) throws Exception {
        int messages = Integer.parseInt(arguments[1]);
        Map<String, Integer> senders = new ConcurrentHashMap<>();
        AtomicInteger wrong = new AtomicInteger();
        CountDownLatch left = new CountDownLatch(messages);
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost("127.0.0.1");
        factory.setPort(Integer.parseInt(arguments[0]));
        CachingConnectionFactory connections = new CachingConnectionFactory(factory);
        connections.setPublisherConfirmType(ConfirmType.CORRELATED);
        RabbitTemplate template = new RabbitTemplate(connections);
        template.setConfirmCallback((message, taken, why) -> {
            if (!taken || senders.get(message.getId()) != Whodunit.current())
                wrong.incrementAndGet();
            left.countDown();
        });
        template.execute(channel -> channel.queueDeclare("confirmed", false, false, true, null));
        for (int i = 0; i < messages; i++) {
            int before = i % 5 == 0 ? Whodunit.attach(0) : Whodunit.begin("order " + i % 5);
            senders.put("message " + i, Whodunit.current());
            template.convertAndSend("", "confirmed", "one", new CorrelationData("message " + i));
            Whodunit.end(before);
        }
        left.await();
        connections.destroy();
        System.out.println("wrong: " + wrong);
    }
}
