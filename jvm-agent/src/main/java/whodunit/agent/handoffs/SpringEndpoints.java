// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.handoffs;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/**
 * Spring: what an application context, or an endpoint of Spring Integration, starts for a request serves everybody:
 * scheduled methods, pollers, threads. A servlet may have a context of its own, made by its first request.
 */
public final class SpringEndpoints implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named("org.springframework.context.support.AbstractApplicationContext")
                        .advise(named("refresh").and(takesArguments(0)), "advice.DoneForNobody"),
                InstrumentedClass.named("org.springframework.integration.endpoint.AbstractEndpoint")
                        .advise(named("start").and(takesArguments(0)), "advice.DoneForNobody"));
    }
}
