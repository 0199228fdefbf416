// SPDX-License-Identifier: Apache-2.0
package whodunit.apps.jms;

import jakarta.jms.Connection;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.apache.activemq.artemis.jms.client.ActiveMQJMSConnectionFactory;
import org.springframework.jms.core.JmsTemplate;
import org.springframework.jms.listener.AbstractMessageListenerContainer;
import org.springframework.jms.listener.DefaultMessageListenerContainer;
import org.springframework.jms.listener.SimpleMessageListenerContainer;
import whodunit.agent.api.Whodunit;
import whodunit.apps.Work;

/**
 * Orders in queues. Arguments: "send", the broker and its port, how many small and big ones into each queue; "other",
 * the same, of no transaction; or "handle", how many there are in all.
 */
public final class Orders {
    /** By a listener that passes them on to another, and by Spring's two containers. */
    private static final List<String> QUEUES = List.of("passed", "default", "simple");

    private static final Map<String, Integer> HANDLED = new ConcurrentHashMap<>();
    private static CountDownLatch left;

    private Orders() {}

    public static void main(String[] arguments) throws Exception {
        String url = "tcp://127.0.0.1:" + arguments[2];
        ConnectionFactory factory = arguments[1].equals("classic")
                ? new org.apache.activemq.ActiveMQConnectionFactory(url) : new ActiveMQJMSConnectionFactory(url);
        int orders = Integer.parseInt(arguments[3]);
        try (Connection connection = factory.createConnection()) {
            connection.start();
            switch (arguments[0]) {
                case "send" -> send(connection, factory, orders);
                case "other" -> sendOthers(connection, orders);
                default -> handle(connection, factory, orders);
            }
        }
    }

    private static void send(Connection connection, ConnectionFactory factory, int orders) throws JMSException {
        Session session = connection.createSession();
        MessageProducer producer = session.createProducer(null);
        JmsTemplate template = new JmsTemplate(factory);
        for (int i = 0; i < orders; i++)
            for (String queue : QUEUES) {
                int before = Whodunit.begin("small order");
                producer.send(session.createQueue(queue), session.createTextMessage("small"));
                Whodunit.end(before);
                before = Whodunit.begin("big order");
                template.send(queue, s -> {
                    Message message = s.createMessage();
                    message.setStringProperty("tenant", "acme");
                    message.setStringProperty("baggage", "colour=red");
                    return message;
                });
                Whodunit.end(before);
            }
    }

    private static void sendOthers(Connection connection, int orders) throws JMSException {
        Session session = connection.createSession();
        MessageProducer producer = session.createProducer(null);
        for (int i = 0; i < orders; i++)
            for (String queue : QUEUES)
                producer.send(session.createQueue(queue), session.createTextMessage("other"));
    }

    private static void handle(Connection connection, ConnectionFactory factory, int orders) throws Exception {
        left = new CountDownLatch(orders);
        Session passing = connection.createSession(), handling = connection.createSession();
        MessageProducer producer = passing.createProducer(passing.createQueue("listened"));
        handling.createConsumer(handling.createQueue("listened")).setMessageListener(Orders::handled);
        passing.createConsumer(passing.createQueue("passed")).setMessageListener(message -> {
            try {
                producer.send(message);
            } catch (JMSException e) {
                e.printStackTrace();
            }
        });
        List<AbstractMessageListenerContainer> containers = List.of(new DefaultMessageListenerContainer(),
                new SimpleMessageListenerContainer());
        for (int i = 0; i < containers.size(); i++) {
            AbstractMessageListenerContainer container = containers.get(i);
            container.setConnectionFactory(factory);
            container.setDestinationName(QUEUES.get(i + 1));
            container.setMessageListener((MessageListener) Orders::handled);
            container.afterPropertiesSet();
            container.start();
        }
        left.await();
        containers.forEach(AbstractMessageListenerContainer::shutdown);
        System.out.println("handled: " + new TreeMap<>(HANDLED));
    }

    private static void handled(Message message) {
        try {
            String kind = message instanceof TextMessage text ? text.getText() : "big";
            switch (kind) {
                case "small" -> small();
                case "big" -> big();
                default -> other();
            }
            HANDLED.merge(kind + " " + own(message), 1, Integer::sum);
        } catch (JMSException e) {
            HANDLED.merge(e.toString(), 1, Integer::sum);
        }
        left.countDown();
    }

    /** What an application knows of its own properties. */
    private static Map<String, Object> own(Message message) throws JMSException {
        Map<String, Object> own = new TreeMap<>();
        for (Enumeration<?> names = message.getPropertyNames(); names.hasMoreElements();) {
            String name = names.nextElement().toString();
            if (!name.startsWith("JMS") && !name.equals("baggage"))
                own.put(name, message.getObjectProperty(name));
        }
        String baggage = message.getStringProperty("baggage");
        if (baggage != null && baggage.contains("colour=red"))
            own.put("colour", "red");
        return own;
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
}
