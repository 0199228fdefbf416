// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.handoffs;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/** Spring's template for RabbitMQ: what it calls back of a confirmation is done for who has sent the message. */
public final class RabbitConfirms implements Instrumentation {
    private static final String SPRING = "org.springframework.amqp.rabbit.";

    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named(SPRING + "connection.PendingConfirm")
                        .advise(isConstructor(), "advice.TaskCreated"),
                InstrumentedClass.named(SPRING + "core.RabbitTemplate")
                        .advise(named("handleConfirm").and(takesArguments(2)), "handoffs.ArgumentRuns"));
    }
}
