// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import whodunit.agent.boot.Native;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/** Requests and routes of Vert.x Web 4 and 5. */
public final class VertxWeb implements Instrumentation {
    private static final String WEB = "io.vertx.ext.web.impl.";

    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named("io.vertx.core.impl.VertxImpl")
                        .advise(named("beginDispatch").and(takesArguments(1)), "servers.VertxDispatches")
                        .advise(named("endDispatch").and(takesArguments(1)), "servers.VertxDispatched"),
                InstrumentedClass.named(WEB + "RoutingContextImpl")
                        .advise(isConstructor().and(takesArguments(4)), "servers.VertxRequestTaken"),
                InstrumentedClass.named(WEB + "RouteState")
                        .advise(named("handleContext").and(takesArguments(1)), "servers.VertxRouteHandles"));
    }

    @Override
    public boolean isWanted() {
        return Native.namesRequests();
    }
}
