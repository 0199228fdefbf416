// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.messaging;

import static net.bytebuddy.matcher.ElementMatchers.nameEndsWith;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;

import java.util.List;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/**
 * JMS, of javax and jakarta: listeners and senders of ActiveMQ and Artemis, and Spring's on any provider. Spring's
 * containers call listeners of their own, or fetch messages themselves.
 */
public final class Jms implements Instrumentation {
    private static final String ACTIVEMQ = "org.apache.activemq.";
    private static final String SPRING = "org.springframework.jms.";

    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named(ACTIVEMQ + "ActiveMQSession")
                        .advise(named("send").and(takesArgument(2, nameEndsWith(".jms.Message"))),
                                "messaging.ActiveMqSends"),
                InstrumentedClass.named(ACTIVEMQ + "ActiveMQMessageConsumer")
                        .advise(named("dispatch"), "messaging.ActiveMqDispatches"),
                InstrumentedClass.named(ACTIVEMQ + "artemis.jms.client.ActiveMQMessageProducer")
                        .advise(named("doSendx"), "messaging.JmsSends"),
                InstrumentedClass.named(ACTIVEMQ + "artemis.jms.client.JMSMessageListenerWrapper")
                        .advise(named("onMessage"), "messaging.ArtemisHandles"),
                InstrumentedClass.named(SPRING + "core.JmsTemplate")
                        .advise(named("doSend").and(takesArgument(1, nameEndsWith(".jms.Message"))),
                                "messaging.JmsSends"),
                InstrumentedClass.named(SPRING + "listener.AbstractMessageListenerContainer")
                        .advise(named("doExecuteListener"), "messaging.SpringJmsHandles"));
    }
}
