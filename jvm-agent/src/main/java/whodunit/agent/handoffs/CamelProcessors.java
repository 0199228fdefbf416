// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.handoffs;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/**
 * Apache Camel: what an aggregator leaves to its timer goes on for whose messages it has gathered, if they are of one
 * context; what goes through a disruptor, for who has sent it. Permits of throttlers are lent, and threads and timers
 * of routes that a request starts serve everybody. The rest of it runs on java.util.concurrent.
 */
public final class CamelProcessors implements Instrumentation {
    private static final String PROCESSORS = "org.apache.camel.processor.",
            DISRUPTOR = "org.apache.camel.component.disruptor.";

    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named(PROCESSORS + "aggregate.AggregateProcessor")
                        .advise(named("onAggregation").and(takesArguments(2)), "handoffs.MessageGathered")
                        .adviseIfPresent(named("onSubmitCompletion").and(takesArguments(2)), "handoffs.GatheredLeaves"),
                InstrumentedClass.named(DISRUPTOR + "AbstractSynchronizedExchange")
                        .advise(isConstructor(), "advice.TaskCreated"),
                InstrumentedClass.named(DISRUPTOR + "DisruptorConsumer")
                        .adviseIfPresent(named("process").and(takesArguments(1)), "advice.ArgumentGoesOn"),
                InstrumentedClass.named("org.apache.camel.support.service.BaseService")
                        .advise(named("start").and(takesArguments(0)), "advice.DoneForNobody"),
                throttler("TotalRequestsThrottler"),
                throttler("Throttler")); // before 4.4
    }

    private static InstrumentedClass throttler(String name) {
        return InstrumentedClass.named(PROCESSORS + name + "$ThrottlingState")
                .adviseIfPresent(named("poll").or(named("take")).or(named("enqueue")), "advice.QueuePauses");
    }
}
