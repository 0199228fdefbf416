// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.instrument;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.util.List;
import whodunit.agent.boot.Native;

/**
 * Requests and routes of Spring WebFlux 5 to 7 and of Spring Cloud Gateway, on reactor-netty; in a servlet container
 * they begin there.
 */
final class SpringWebFlux implements Instrumentation {
    private static final String SPRING = "org.springframework.web.";

    @Override
    public List<InstrumentedClass> classes() {
        return List.of(
                InstrumentedClass.named("reactor.netty.http.server.HttpServer$HttpServerHandle")
                        .advise(named("onStateChange"), "ReactorHandsOver"),
                InstrumentedClass.named("reactor.netty.http.server.HttpServerOperations")
                        .adviseIfPresent(named("onInboundNext").or(named("onInboundClose")), "ReactorAgain")
                        .adviseIfPresent(named("beforeMarkSentHeaders"), "ReactorAnswers"),
                InstrumentedClass.named(SPRING + "server.adapter.HttpWebHandlerAdapter")
                        .advise(named("createExchange"), "ExchangeCreated"),
                InstrumentedClass.named(SPRING + "reactive.handler.AbstractHandlerMapping")
                        .advise(named("getHandler"), "ExchangeRouted"),
                InstrumentedClass.named(SPRING + "reactive.function.server.support.RouterFunctionMapping")
                        .adviseIfPresent(named("setAttributes"), "RouterFunctionMatched"),
                InstrumentedClass.named("org.springframework.cloud.gateway.handler.FilteringWebHandler")
                        .advise(named("handle").and(takesArguments(1)), "GatewayRouted"));
    }

    @Override
    public boolean isWanted() {
        return Native.namesRequests();
    }
}
