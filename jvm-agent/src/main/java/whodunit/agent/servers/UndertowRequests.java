// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import whodunit.agent.boot.Native;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/** Requests in Undertow 1.4 and later, also WildFly's: of handlers, and of servlets with their dispatches and tasks. */
public final class UndertowRequests implements Instrumentation {
    private static final String SERVER = "io.undertow.server.";
    private static final String SERVLET = "io.undertow.servlet.";

    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named(SERVER + "Connectors")
                        .advise(named("executeRootHandler").and(takesArguments(2)), "servers.UndertowHandles"),
                InstrumentedClass.named(SERVER + "HttpServerExchange")
                        .advise(named("invokeExchangeCompleteListeners"), "servers.ExchangeEnds"),
                InstrumentedClass.named(SERVLET + "handlers.ServletInitialHandler")
                        .advise(named("dispatchRequest").and(takesArguments(4))
                                .and(takesArgument(1, named(SERVLET + "handlers.ServletRequestContext"))),
                                "servers.UndertowDispatches")
                        .advise(isConstructor(), "servers.ServletsDeploy"),
                InstrumentedClass.named(SERVLET + "handlers.DefaultServlet")
                        .advise(named("service").and(takesArguments(2)), "servers.DefaultServletServes"),
                InstrumentedClass.named(SERVLET + "spec.AsyncContextImpl")
                        .advise(named("start").and(takesArguments(1)), "advice.ArgumentCarried"));
    }

    @Override
    public boolean isWanted() {
        return Native.namesRequests();
    }
}
