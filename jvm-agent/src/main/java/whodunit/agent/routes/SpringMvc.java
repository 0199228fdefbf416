// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.routes;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import whodunit.agent.boot.Native;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/** Routes of Spring MVC, 5 to 7. */
public final class SpringMvc implements Instrumentation {
    private static final String HANDLER = "org.springframework.web.servlet.handler.";

    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named(HANDLER + "AbstractHandlerMapping")
                        .advise(named("getHandler").and(takesArguments(1)), "routes.SpringRoute"),
                InstrumentedClass.named(HANDLER + "AbstractUrlHandlerMapping")
                        .advise(named("exposePathWithinMapping").and(takesArguments(3)), "routes.SpringUrl"));
    }

    @Override
    public boolean isWanted() {
        return Native.namesRequests();
    }
}
