// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.routes;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import whodunit.agent.boot.Native;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/** Routes of JAX-RS: Jersey 2 and later, RESTEasy 4 and later, and RESTEasy Reactive, which is Quarkus REST. */
public final class JaxRsRoutes implements Instrumentation {
    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named("org.glassfish.jersey.server.internal.routing.RoutingStage")
                        .advise(named("apply").and(takesArgument(0,
                                named("org.glassfish.jersey.server.internal.process.RequestProcessingContext"))),
                                "routes.JerseyRoute"),
                InstrumentedClass.named("org.jboss.resteasy.core.ResourceMethodInvoker")
                        .advise(named("invoke").and(takesArgument(1,
                                named("org.jboss.resteasy.spi.HttpResponse"))), "routes.ResteasyRoute"),
                InstrumentedClass.named("org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext")
                        .advise(named("restart").and(takesArguments(1)), "routes.ReactiveResourceFound"));
    }

    @Override
    public boolean isWanted() {
        return Native.namesRequests();
    }
}
