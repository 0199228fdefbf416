// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.handoffs;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/** greenrobot's EventBus: one task delivers what all have posted meanwhile, each event for who has posted it. */
public final class GreenrobotEvents implements Instrumentation {
    private static final String BUS = "org.greenrobot.eventbus.";

    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named(BUS + "PendingPostQueue")
                        .advise(named("enqueue").and(takesArguments(1)), "advice.ArgumentWaits"),
                InstrumentedClass.named(BUS + "EventBus")
                        .advise(named("invokeSubscriber").and(takesArguments(1)), "handoffs.ArgumentRuns"));
    }
}
