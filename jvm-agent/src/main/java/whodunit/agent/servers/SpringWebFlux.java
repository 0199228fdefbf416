// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import whodunit.agent.boot.Native;
import whodunit.agent.instrument.Instrumentation;
import whodunit.agent.instrument.InstrumentedClass;

/**
 * Requests and routes of Spring WebFlux 5 to 7 and of Spring Cloud Gateway, on reactor-netty; in a servlet container
 * they begin there.
 */
public final class SpringWebFlux implements Instrumentation {
    private static final String SPRING = "org.springframework.web.";

    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named("reactor.netty.http.server.HttpServer$HttpServerHandle")
                        .advise(named("onStateChange"), "servers.ReactorHandsOver"),
                InstrumentedClass.named("reactor.netty.http.server.HttpServerOperations")
                        .adviseIfPresent(named("onInboundNext").or(named("onInboundClose")), "advice.ReactorAgain")
                        .adviseIfPresent(named("beforeMarkSentHeaders"), "servers.ReactorAnswers"),
                InstrumentedClass.named(SPRING + "server.adapter.HttpWebHandlerAdapter")
                        .advise(named("createExchange"), "servers.ExchangeCreated"),
                InstrumentedClass.named(SPRING + "reactive.handler.AbstractHandlerMapping")
                        .advise(named("getHandler"), "servers.ExchangeRouted"),
                InstrumentedClass.named(SPRING + "reactive.function.server.support.RouterFunctionMapping")
                        .adviseIfPresent(named("setAttributes"), "servers.RouterFunctionMatched"),
                InstrumentedClass.named("org.springframework.cloud.gateway.handler.FilteringWebHandler")
                        .advise(named("handle").and(takesArguments(1)), "servers.GatewayRouted"));
    }

    @Override
    public boolean isWanted() {
        return Native.namesRequests();
    }
}
