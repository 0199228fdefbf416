// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.instrument;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import whodunit.agent.boot.Native;

/** Requests in Undertow's servlet container, 1.4 and later, also WildFly's: first and further dispatches, and tasks. */
final class UndertowRequests implements Instrumentation {
    private static final String SERVLET = "io.undertow.servlet.";

    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named(SERVLET + "handlers.ServletInitialHandler")
                        .advise(named("dispatchRequest").and(takesArguments(4))
                                .and(takesArgument(1, named(SERVLET + "handlers.ServletRequestContext"))),
                                "UndertowDispatches"),
                InstrumentedClass.named(SERVLET + "spec.AsyncContextImpl")
                        .advise(named("start").and(takesArguments(1)), "ArgumentCarried"));
    }

    @Override
    public boolean isWanted() {
        return Native.namesRequests();
    }
}
