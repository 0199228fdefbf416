// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.handoffs;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/**
 * Guava: listeners of futures, and all that is built on them, run for who has added them. Who posts an event to
 * AsyncEventBus hands over what others have posted meanwhile as well: for them.
 */
public final class GuavaFutures implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named("com.google.common.util.concurrent.AbstractFuture")
                        .advise(named("addListener").and(takesArguments(2)), "advice.ArgumentCarried"),
                InstrumentedClass.named("com.google.common.eventbus.Dispatcher$LegacyAsyncDispatcher")
                        .advise(named("dispatch").and(takesArguments(2)), "handoffs.QueueServed"));
    }
}
