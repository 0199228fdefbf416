// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.handoffs;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/** Spring Integration: pollers and threads of endpoints that a request starts serve everybody. */
public final class SpringEndpoints implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named("org.springframework.integration.endpoint.AbstractEndpoint")
                        .advise(named("start").and(takesArguments(0)), "advice.DoneForNobody"));
    }
}
