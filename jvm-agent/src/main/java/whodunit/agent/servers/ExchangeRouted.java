// SPDX-License-Identifier: Apache-2.0
package whodunit.agent.servers;

import net.bytebuddy.asm.Advice;
import org.springframework.web.server.ServerWebExchange;
import whodunit.agent.boot.web.ReactiveRequests;

/** WebFlux's AbstractHandlerMapping.getHandler(exchange): annotated methods, resources. */
public final class ExchangeRouted {
    private ExchangeRouted() {}

    @Advice.OnMethodExit(suppress = Throwable.class)
    static void exit(@Advice.Argument(0) ServerWebExchange exchange) {
        ReactiveRequests.routed(exchange.getAttributes());
    }
}
